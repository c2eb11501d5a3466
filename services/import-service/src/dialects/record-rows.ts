import { quoted, shortened } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord } from './dialect.ts'

/**
 * A row for each record, with the record's own cells and what is wrong with its shape: too short (`row_padded`), or with
 * data in a column that has no name (`data_beyond_header`).
 */
export function recordRows(header: string[], records: CsvRecord[]): CanonicalRow[] {
  const nameless = header.flatMap((name, position) => (name === '' ? [position] : []))
  return records.map((record) => recordRow(record, header.length, nameless))
}

function recordRow({ row, cells }: CsvRecord, width: number, nameless: number[]): CanonicalRow {
  const result: CanonicalRow = { row, cells, errors: [], warnings: [] }
  if (cells.length < width) {
    result.warnings.push({
      column: null,
      code: 'row_padded',
      message: `The row has ${cells.length} of the ${width} columns; the missing cells were read as empty.`,
      value: null,
    })
  }
  const outside = [...nameless.map((position) => cells[position] ?? ''), ...cells.slice(width)]
  const value = outside.find((cell) => cell.trim() !== '')
  if (value !== undefined) {
    result.errors.push({
      column: null,
      code: 'data_beyond_header',
      message: `${quoted(value)} stands in a column that has no name. Put a cell that holds the separator in quotation marks, or name the column.`,
      value: shortened(value, 200),
    })
  }
  return result
}
