import { maxCells, maxColumns, maxRows, ServiceError } from '@catalog/contracts'
import { errorColumns } from '@catalog/dialects'

/** Cells of a row, at most. */
export const maxWidth = maxColumns + errorColumns.length
/** UTF-16 units of a column's name that are read; names of known columns are far shorter. */
export const maxNameLength = 500
/** Rows, including those with nothing but delimiters, at most. */
export const maxRecords = 100_000
/** Delimiters of a row, at most, even if all cells are empty: a worker has no memory for ten million of them. */
export const mostDelimiters = 500_000

/** @param rowCount the number of rows, if they were counted */
export function tooManyRows(rowCount?: number): ServiceError {
  const most = maxRows.toLocaleString('en')
  const what =
    rowCount === undefined
      ? `The file has more than ${most} rows.`
      : `The file has ${rowCount.toLocaleString('en')} rows, and an import takes up to ${most}.`
  return new ServiceError(
    'too_many_rows',
    `${what} Split it into several files and import them one after the other, and remove empty rows.`,
    rowCount === undefined ? {} : { rowCount },
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
      : 'The file is empty. Choose the file with the products and upload that.',
  )
}
