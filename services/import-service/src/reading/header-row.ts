import { fileWarningTable, shortened, unguard } from '@catalog/catalog'
import { type FileWarning, maxColumns, ServiceError } from '@catalog/contracts'
import { isErrorColumn, isErrorReport } from '../dialects/error-columns.ts'
import { recognize, type Recognized } from '../dialects/recognize.ts'
import { maxNameLength, maxWidth, tooManyColumns } from './caps.ts'
import { cleanCell, type RawRow } from './raw-row.ts'

/** Rows above the header, such as a title and a date, that are passed over. */
const maxAbove = 5
/** From which the header and its dialect are recognised, blank ones not counted. */
export const headRows = 25

export interface HeaderRow extends Recognized {
  header: string[]
  /** Of the first rows, where it is. */
  index: number
  /** The file is errors.csv, so that its cells carry the guard. */
  isReport: boolean
  warnings: FileWarning[]
}

/**
 * The header: the first row or, where no format has columns as that one's cells, the first of the next five that is one.
 * Throws what `recognize` says of the first.
 */
export function findHeader(rows: RawRow[]): HeaderRow {
  let refusal: unknown
  for (const [index, row] of rows.slice(0, maxAbove + 1).entries()) {
    try {
      return { ...readHeader(row, rows.slice(index + 1)), index, warnings: above(rows, index) }
    } catch (error) {
      if (!isNoHeader(error)) throw error
      refusal ??= error
    }
  }
  throw refusal
}

function readHeader({ cells, row }: RawRow, below: RawRow[]) {
  const isReport = isErrorReport(cells)
  const header = (isReport ? cells.map(unguard) : cells).map((cell) =>
    shortened(cleanCell(cell).trim(), maxNameLength),
  )
  while (header.at(-1) === '') header.pop()
  const own = header.filter((name) => !isErrorColumn(name))
  if (header.length > maxWidth || own.length > maxColumns) throw tooManyColumns(row)
  const records = below.map((record) => record.cells)
  return { header, isReport, ...recognize(header, records) }
}

function isNoHeader(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'unrecognized_columns' || error.code === 'missing_column')
  )
}

function above(rows: RawRow[], index: number): FileWarning[] {
  const header = rows[index]
  if (index === 0 || !header) return []
  const texts = rows.slice(0, index).map(({ cells }) => {
    const text = cleanCell(cells.join(' ')).replaceAll(/[\s",;|]+/g, ' ')
    return `“${shortened(text.trim(), 60)}”`
  })
  return [
    {
      code: 'lines_above_header',
      message: `${fileWarningTable.lines_above_header} The names of the columns are in row ${header.row}; above it is ${texts.join(', ')}.`,
      row: header.row,
      parameters: { case: 'header', row: header.row },
    },
  ]
}
