import { quoted, shortened } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord } from './dialect.ts'
import { isErrorColumn, namedWidth } from './error-columns.ts'

/**
 * A row for each record, with the record's own cells and what is wrong with its shape: too short (`row_padded`), or with
 * data beyond the last column (`data_beyond_header`).
 */
export function recordRows(header: string[], records: CsvRecord[]): CanonicalRow[] {
  const width = namedWidth(header)
  const beyond = (cells: string[]) =>
    cells
      .slice(width)
      .find((cell, index) => cell.trim() !== '' && !isErrorColumn(header[width + index] ?? ''))
  return records.map((record) => recordRow(record, header.length, beyond(record.cells)))
}

function recordRow({ row, cells }: CsvRecord, width: number, value: string | undefined): CanonicalRow {
  const result: CanonicalRow = { row, cells, errors: [], warnings: [] }
  if (cells.length < width) {
    result.warnings.push({
      column: null,
      code: 'row_padded',
      message: `The row has ${cells.length} of the ${width} columns; the missing cells were read as empty.`,
      value: null,
    })
  }
  if (value !== undefined) {
    result.errors.push({
      column: null,
      code: 'data_beyond_header',
      message: `${quoted(value)} stands beyond the last column. Put a cell that holds the separator in quotation marks, or name the column.`,
      value: shortened(value, 200),
    })
  }
  return result
}
