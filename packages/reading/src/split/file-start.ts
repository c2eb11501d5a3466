import { findDelimiter, maxAbove, separatorLine } from '../delimiter.ts'
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

/**
 * Finds the header in a file's first bytes; `isWhole` if they are the whole file.
 * @throws SplitError
 */
export function readStart(head: Uint8Array, isWhole: boolean): FileStart {
  if (head.includes(0)) throw new SplitError('not_text')
  let skipped = 0
  while (head[skipped] === 0xef && head[skipped + 1] === 0xbb && head[skipped + 2] === 0xbf) skipped += 3
  const text = new TextDecoder('utf-8').decode(head.subarray(skipped, skipped + 64 * 1024))
  const separator = separatorLine.exec(text)
  const from = skipped + (separator?.[0].length ?? 0)
  const body = head.subarray(from)
  const delimiter = separator?.[1] ?? findDelimiter(text, isKnownHeader)
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

function isKnownHeader(line: string, delimiter: string): boolean {
  const [row = new Uint8Array()] = new RowReader(delimiter).take(new TextEncoder().encode(`${line}\n`))
  return layoutOf(allCells(row, delimiter)) !== undefined
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
