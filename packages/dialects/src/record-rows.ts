import { shortened } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord, Dialect } from './dialect.ts'
import { isErrorColumn, namedWidth } from './error-columns.ts'
import { issueOf } from './row-issues.ts'

/** UTF-8 bytes of a cell's text, at most. */
const maxCellBytes = 256 * 1024
/** UTF-8 bytes of a UTF-16 unit, at most. */
const mostBytes = 3

/**
 * A row for each record, with the record's cells and the errors of its shape: too short (`row_padded`), with data
 * beyond the last column (`data_beyond_header`), or with a cell that is `too_long`. Such a cell is cut to its
 * beginning, so that nothing has to process the rest. With `reader`, a row is too short only if a column that it reads
 * is missing: in a foreign file a blank cell changes nothing, and some shop systems add columns in the course of an
 * export.
 */
export function recordRows(
  header: string[],
  records: CsvRecord[],
  reader?: Pick<Dialect, 'normalize' | 'knows'>,
): CanonicalRow[] {
  const readWidth = reader
    ? header.findLastIndex((name) => name !== '' && reader.knows(reader.normalize(name))) + 1
    : header.length
  const width = namedWidth(header)
  const isBeyond = (cell: string, position: number) =>
    position >= width && cell.trim() !== '' && !isErrorColumn(header[position] ?? '')
  return records.map((record) => {
    const { cells, errors = [], warnings = [] } = record
    const row: CanonicalRow = { row: record.row, cells, errors: errors.slice(), warnings: warnings.slice() }
    if (cells.length < readWidth) recordPadding(row, header.length)
    shortenCells(row, header)
    if (cells.length > width) refuseBeyond(row, row.cells.find(isBeyond))
    return row
  })
}

function recordPadding({ cells, warnings }: CanonicalRow, width: number): void {
  warnings.push(issueOf(null, 'row_padded', null, { case: 'columns', count: cells.length, limit: width }))
}

function shortenCells(row: CanonicalRow, header: string[]): void {
  if (!row.cells.some(isTooLong)) return
  row.cells = row.cells.map((cell, position) => {
    if (!isTooLong(cell)) return cell
    const column = shortened(header[position] || `(column ${position + 1})`, 200)
    row.errors.push(issueOf(column, 'too_long', cell, { case: 'cell', limit: maxCellBytes / 1024 }))
    return shortened(cell, maxCellBytes)
  })
}

function isTooLong(cell: string): boolean {
  return mostBytes * cell.length > maxCellBytes && Buffer.byteLength(cell) > maxCellBytes
}

function refuseBeyond({ errors }: CanonicalRow, value: string | undefined): void {
  if (value === undefined) return
  errors.push(issueOf(null, 'data_beyond_header', value))
}
