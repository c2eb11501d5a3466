import { layoutOf } from './layouts.ts'
import { allCells, RowReader } from './rows.ts'
import { SplitError } from './split-error.ts'

/** Everything before the first row, which each part repeats. */
export interface FileStart {
  delimiter: string
  header: string[]
  /** The bytes up to the end of the header, including a byte order mark and lines above the header. */
  bytes: Uint8Array
  /** Number of rows that this is in a spreadsheet. */
  rows: number
}

/** Rows above the header, such as a title and a date, that an import skips. */
const maxAbove = 5

/** Finds the header in a file's first bytes; `isWhole` if they are the whole file. @throws SplitError */
export function readStart(head: Uint8Array, isWhole: boolean): FileStart {
  if (head.includes(0)) throw new SplitError('not_text')
  const skipped = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  const text = new TextDecoder('utf-8').decode(head.subarray(skipped, skipped + 64 * 1024))
  const separator = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text)
  const from = skipped + (separator?.[0].length ?? 0)
  const body = head.subarray(from)
  const delimiter = separator?.[1] ?? findDelimiter(text, body, isWhole)
  const rows = firstRows(body, delimiter, isWhole)
  const index = headerIndex(rows)
  const found = rows[index]
  if (!found) throw new SplitError(isWhole ? 'no_rows' : 'row_too_large', 1)
  const end = from + rows.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0)
  return { delimiter, header: found.cells, bytes: head.subarray(0, end), rows: index + 1 }
}

interface FirstRow {
  length: number
  cells: string[]
}

/** The rows that may be the header, including blank ones between them. */
function firstRows(body: Uint8Array, delimiter: string, isWhole: boolean): FirstRow[] {
  const reader = new RowReader(delimiter)
  const rows = reader.take(body)
  if (isWhole) rows.push(reader.rest())
  const first: FirstRow[] = []
  let filled = 0
  for (const row of rows) {
    const cells = allCells(row, delimiter)
    first.push({ length: row.length, cells })
    if (!isBlank(cells)) filled++
    if (filled > maxAbove) break
  }
  return first
}

/** The first row with the columns of a known format, otherwise the first that looks like a header. */
function headerIndex(rows: readonly FirstRow[]): number {
  const known = rows.findIndex(({ cells }) => layoutOf(cells) !== undefined)
  if (known !== -1) return known
  const several = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  return several !== -1 ? several : rows.findIndex(({ cells }) => !isBlank(cells))
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '')
}

const delimiters = [',', ';', '\t', '|']

/** The most frequent delimiter of the first line, or one with which the next line is the header of a known format. */
function findDelimiter(text: string, body: Uint8Array, isWhole: boolean): string {
  const lines = text.split(/[\r\n]+/, 2 * maxAbove + 2).filter((line) => line.trim() !== '')
  const candidates = [...new Set(lines.slice(0, maxAbove + 1).map(mostFrequent))]
  const known = candidates.find((delimiter) =>
    firstRows(body, delimiter, isWhole).some(({ cells }) => layoutOf(cells) !== undefined),
  )
  return known ?? mostFrequent(text.trimStart())
}

function mostFrequent(text: string): string {
  const counts = new Map<string, number>()
  let quoting = false
  for (const character of text) {
    if (character === '"') quoting = !quoting
    else if (!quoting && (character === '\n' || character === '\r')) break
    else if (!quoting) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
