import { shortened, unguard } from '@catalog/catalog'
import { maxRows, ServiceError } from '@catalog/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import type { CsvRecord } from '../dialects/dialect.ts'
import { errorColumns, isErrorColumn, isErrorReport } from '../dialects/error-columns.ts'
import { recognize } from '../dialects/recognize.ts'
import type { Recognized } from '../dialects/recognize.ts'
import { decoderFor } from './decode.ts'
import { NotText } from './not-text.ts'
import type { FileStart } from './sniff.ts'
import { RowCutter, type WholeRows } from './whole-rows.ts'

/** Those of errors.csv do not count. */
const maxColumns = 1_000
/** UTF-16 units of a column's name that are read; those of known columns are far shorter. */
const maxNameLength = 500
/** Below the header. A row that ends early counts as the padded one that it is read as. */
const maxCells = 1_000_000
/** Rows, with those that hold nothing but delimiters. */
export const maxRecords = 100_000

/** Of a row, however empty its cells: for ten million of them a worker has no memory. */
const mostDelimiters = 500_000

/** Cells of a row. */
const maxWidth = maxColumns + errorColumns.length

export interface ParsedRecords extends Recognized {
  header: string[]
  records: CsvRecord[]
}

export interface RecordParser {
  write(bytes: Buffer): void
  end(): ParsedRecords
}

/**
 * Parses bytes into records as they come. The header is judged and the rows are counted as soon as they are there. Throws
 * `NotText` besides the codes of a file that cannot be read.
 */
export function parseRecords(start: FileStart): RecordParser {
  let head: Omit<ParsedRecords, 'records'> | undefined
  let isReport = false
  const records: CsvRecord[] = []
  /** With those that hold nothing. */
  let count = 0
  let cellCount = 0
  let errorWidth = 0

  const take = (cells: string[], row: number) => {
    count++
    if (count > maxRecords) throw tooManyRows()
    if (isBlank(cells)) return
    if (!head) {
      isReport = isErrorReport(cells)
      head = readHeader(isReport ? cells.map(unguard) : cells, row)
      errorWidth = head.header.filter(isErrorColumn).length
      return
    }
    const { length: width } = head.header
    while (cells.length > width && cells.at(-1) === '') cells.pop()
    if (cells.length > maxWidth) throw tooManyColumns(row)
    cellCount += Math.max(cells.length, width) - errorWidth
    if (cellCount > maxCells) throw tooManyCells()
    records.push({ row, cells: isReport ? cells.map(unguard) : cells })
    if (records.length > maxRows) throw tooManyRows()
  }

  const parseRows = ({ bytes, above }: WholeRows) => {
    try {
      parse(bytes, {
        delimiter: start.delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        skip_empty_lines: true,
        // Taken here, and not from what it returns, for the row's number.
        on_record(cells: string[], info) {
          take(cells, above + info.records + info.empty_lines)
          return null
        },
      })
    } catch (error) {
      throw explain(error, above)
    }
  }

  const decode = start.encoding === 'utf-8' ? undefined : decoderFor(start.encoding)
  const cutter = new RowCutter(start.delimiter)
  const write = (bytes: Buffer) => {
    const rows = cutter.take(bytes)
    if (rows) parseRows(rows)
    else if (cutter.openCells > maxWidth || cutter.openDelimiters > mostDelimiters) {
      throw tooManyColumns(cutter.row)
    }
  }

  return {
    write(bytes) {
      if (!decode && bytes.includes(0)) throw new NotText('nul')
      write(decode ? Buffer.from(decode(bytes)) : bytes)
    },
    end() {
      if (decode) write(Buffer.from(decode()))
      parseRows(cutter.rest())
      if (!head || records.length === 0) throw emptyFile(head !== undefined)
      return { ...head, records }
    },
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '')
}

function readHeader(cells: string[], row: number): Omit<ParsedRecords, 'records'> {
  const header = cells.map((cell) => shortened(cell.trim(), maxNameLength))
  while (header.at(-1) === '') header.pop()
  if (header.length > maxWidth || header.filter((name) => !isErrorColumn(name)).length > maxColumns) {
    throw tooManyColumns(row)
  }
  return { header, ...recognize(header) }
}

function tooManyRows(): ServiceError {
  return new ServiceError(
    'too_many_rows',
    `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several files and import them one after the other, and remove empty rows.`,
  )
}

function tooManyColumns(row: number): ServiceError {
  return new ServiceError(
    'too_many_columns',
    `Row ${row} has more than ${maxColumns.toLocaleString('en')} columns. Remove those that you do not need, put cells that hold the separator in quotation marks, and check that each row has a line of its own.`,
  )
}

function tooManyCells(): ServiceError {
  return new ServiceError(
    'too_many_cells',
    `The file has more than ${maxCells.toLocaleString('en')} cells. Remove columns that you do not need, or split it into several files and import them one after the other.`,
  )
}

function emptyFile(hasHeader: boolean): ServiceError {
  return new ServiceError(
    'empty_file',
    hasHeader
      ? 'The file has a header but no rows below it. Add the products and upload it again.'
      : 'The file is empty. Choose the CSV with the products and upload that.',
  )
}

function explain(error: unknown, above: number): unknown {
  if (!(error instanceof CsvError)) return error
  const row = above + Number(error['records']) + Number(error['empty_lines']) + 1
  const message =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `The quotation mark that opens a cell in row ${row} is never closed. Close it, or save the file again from a spreadsheet.`
      : `Row ${row} has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write each one inside twice, or save the file again from a spreadsheet.`
  return new ServiceError('not_csv', message, { cause: error })
}
