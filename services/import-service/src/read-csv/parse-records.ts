import { finished } from 'node:stream/promises'
import { maxRows, ServiceError } from '@catalog/contracts'
import { CsvError, parse } from 'csv-parse'
import type { CsvRecord } from '../dialects/dialect.ts'
import { isErrorColumn } from '../dialects/error-columns.ts'
import { recognize } from '../dialects/recognize.ts'
import type { Recognized } from '../dialects/recognize.ts'
import { containsNul, decoderFor } from './decode.ts'
import type { FileStart } from './sniff.ts'

/** Columns of the widest spreadsheet. */
const maxColumns = 16_384
/** Rows, with those that hold nothing but delimiters. */
const maxRecords = 100_000

export interface ParsedRecords extends Recognized {
  header: string[]
  records: CsvRecord[]
}

export interface RecordParser {
  write(bytes: Buffer): Promise<void>
  end(): Promise<ParsedRecords>
}

/** What the parser has seen. Their sum is the spreadsheet's row number. */
interface Progress {
  records: number
  empty_lines: number
}

/** Parses bytes into records as they come. The header is judged and the rows are counted as soon as they are there. */
export function parseRecords(start: FileStart): RecordParser {
  let head: Omit<ParsedRecords, 'records'> | undefined
  const records: CsvRecord[] = []
  let failure: unknown

  const take = (cells: string[], info: Progress) => {
    if (info.records > maxRecords) throw tooManyRows()
    if (isBlank(cells)) return
    if (!head) {
      head = readHeader(cells)
      return
    }
    records.push({ row: info.records + info.empty_lines, cells })
    if (records.length > maxRows) throw tooManyRows()
  }

  const parser = parse({
    delimiter: start.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Taken here, and not on the stream's readable side, for the row's number.
    on_record(cells: string[], info) {
      if (failure === undefined) {
        try {
          take(cells, info)
        } catch (error) {
          failure = error
        }
      }
      return null
    },
  })
  parser.on('error', (error) => (failure ??= explain(error, parser.info))).resume()

  const decode = start.encoding === 'utf-8' ? undefined : decoderFor(start.encoding)

  return {
    async write(bytes) {
      if (failure === undefined) {
        if (!decode && bytes.includes(0)) throw containsNul()
        const data = decode ? decode(bytes) : bytes
        // A parser that fails tells it twice, here and by its event, which also says where.
        await new Promise<void>((resolve) => parser.write(data, () => resolve()))
      }
      if (failure !== undefined) throw failure
    },
    async end() {
      parser.end(decode?.() ?? '')
      await finished(parser).catch((error: unknown) => (failure ??= explain(error, parser.info)))
      if (failure !== undefined) throw failure
      if (!head || records.length === 0) throw emptyFile(head !== undefined)
      return { ...head, records }
    },
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '')
}

function readHeader(cells: string[]): Omit<ParsedRecords, 'records'> {
  const header = cells.map((cell) => cell.trim())
  while (header.at(-1) === '') header.pop()
  if (header.filter((name) => name !== '' && !isErrorColumn(name)).length > maxColumns) {
    throw new ServiceError(
      'not_csv',
      `The header has more than ${maxColumns.toLocaleString('en')} columns. Check that the file has one line for each row.`,
    )
  }
  return { header, ...recognize(header) }
}

function tooManyRows(): ServiceError {
  return new ServiceError(
    'too_many_rows',
    `The file has more than ${maxRows.toLocaleString('en')} rows. Split it into several files and import them one after the other, and remove empty rows.`,
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

function explain(error: unknown, { records, empty_lines }: Progress): unknown {
  if (!(error instanceof CsvError)) return error
  const row = records + empty_lines + 1
  const message =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `The quotation mark that opens a cell in row ${row} is never closed. Close it, or save the file again from a spreadsheet.`
      : `Row ${row} has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write each one inside twice, or save the file again from a spreadsheet.`
  return new ServiceError('not_csv', message, { cause: error })
}
