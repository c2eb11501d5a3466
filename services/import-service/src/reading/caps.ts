import { maxCells, maxColumns, maxRows, ServiceError } from '@catalog/contracts'
import { errorColumns } from '../dialects/error-columns.ts'

/** Cells of a row. */
export const maxWidth = maxColumns + errorColumns.length
/** UTF-16 units of a column's name that are read; those of known columns are far shorter. */
export const maxNameLength = 500
/** Rows, with those that hold nothing but delimiters. */
export const maxRecords = 100_000
/** Of a row, however empty its cells: for ten million of them a worker has no memory. */
export const mostDelimiters = 500_000

export function tooManyRows(): ServiceError {
  return new ServiceError(
    'too_many_rows',
    `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several files and import them one after the other, and remove empty rows.`,
  )
}

export function tooManyColumns(row: number): ServiceError {
  return new ServiceError(
    'too_many_columns',
    `Row ${row} has more than ${maxColumns.toLocaleString('en')} columns. Remove those that you do not need, put cells that hold the separator in quotation marks, and check that each row has a line of its own.`,
  )
}

export function tooManyCells(): ServiceError {
  return new ServiceError(
    'too_many_cells',
    `The file has more than ${maxCells.toLocaleString('en')} cells. Remove columns that you do not need, or split it into several files and import them one after the other.`,
  )
}

export function emptyFile(hasHeader: boolean): ServiceError {
  return new ServiceError(
    'empty_file',
    hasHeader
      ? 'The file has a header but no rows below it. Add the products and upload it again.'
      : 'The file is empty. Choose the CSV with the products and upload that.',
  )
}
