import type { ColumnChoice } from '../../mapped/column-choice.ts'

/** A file of variable size. */
export interface GrowingFile {
  /** Files of this size and of an eighth of it are compared. */
  size: number
  make: (size: number) => string | Buffer
  /** The mapping of its columns. */
  choice?: ColumnChoice
  /** A file that was imported before, which defines the stored catalog. */
  stored?: (size: number) => string
}

/** By what grows in them. */
export type GrowingFiles = Record<string, GrowingFile>

export type Row = Record<string, string>

/** Texts that may be slow to read if they are long, and how often they appear in a cell of size 1. */
const textures: [text: string, times: number][] = [
  ['0', 1],
  [' ', 1],
  ['a,', 1],
  ['""', 1],
  ['a=|', 1],
  ['\u0300\u0316', 2],
]

export function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

export function columns(count: number, make: (index: number) => [string, string]): Row {
  return Object.fromEntries(times(count, make))
}

export function marks(count: number): string {
  return `a${'\u0300\u0316'.repeat(count / 2)}`
}

export function imageUrl(index: number): string {
  return `https://a.example/${index}.jpg`
}

/** A file of these rows, or of this text; `stored`: the rows of a file that was imported before. */
export function file(
  size: number,
  make: (size: number) => Row[] | string | Buffer,
  stored?: (size: number) => Row[],
): GrowingFile {
  const written = (each: number) => {
    const made = make(each)
    return Array.isArray(made) ? csv(made) : made
  }
  return { size, make: written, ...(stored && { stored: (each) => csv(stored(each)) }) }
}

/** A file with a row for each number below its size. */
export function rows(size: number, row: RowOf, stored?: RowOf): GrowingFile {
  const each = (of: RowOf) => (count: number) => times(count, (index) => of(index, count))
  return file(size, each(row), stored && each(stored))
}

type RowOf = (index: number, size: number) => Row

interface LongCells {
  row: Row
  columns: readonly string[]
  choice?: ColumnChoice
}

/** A row for each texture, whose cells are all long. */
export function longCells(what: string, { row, columns: names, choice }: LongCells): GrowingFiles {
  return {
    [`${what}: length of each cell`]: {
      ...file(5_000, (size) =>
        textures.map(([text, often]) =>
          Object.assign(
            columns(names.length, (i) => [names[i] ?? '', `x${text.repeat(often * size)}x`]),
            row,
          ),
        ),
      ),
      ...(choice && { choice }),
    },
  }
}

function csv(lines: Row[]): string {
  const header = [...new Set(lines.flatMap((row) => Object.keys(row)))]
  return [header, ...lines.map((row) => header.map((name) => row[name] ?? ''))]
    .map((line) => `${line.map(quoted).join()}\r\n`)
    .join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
