import { maxRows, ServiceError } from '@catalog/contracts'
import { CsvError, parse } from 'csv-parse'
import type { CsvRecord } from '../dialects/dialect.ts'
import { recognize } from '../dialects/recognize.ts'
import type { Recognized } from '../dialects/recognize.ts'
import { containsNul, decoderFor } from './decode.ts'
import type { FileStart } from './sniff.ts'

/** Columns of the widest spreadsheet. */
const maxColumns = 16_384

export interface ParsedRecords extends Recognized {
  header: string[]
  records: CsvRecord[]
}

export interface RecordParser {
  write(bytes: Buffer): Promise<void>
  end(): Promise<ParsedRecords>
}

/** Parses bytes into records as they come. The header is judged and the rows are counted as soon as they are there. */
export function parseRecords(start: FileStart): RecordParser {
  let head: Omit<ParsedRecords, 'records'> | undefined
  const records: CsvRecord[] = []
  let row = 0

  const parser = parse({
    delimiter: start.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Taken here, and not through the stream's readable side, which costs more than the parsing.
    on_record(cells: string[]) {
      row++
      if (isBlank(cells)) return null
      if (!head) {
        head = readHeader(cells)
      } else {
        records.push({ row, cells })
        if (records.length > maxRows) throw tooManyRows()
      }
      return null
    },
  })
  let failure: unknown
  parser.on('error', (error) => (failure ??= error)).resume()
  const settle = (error: unknown) => explain(error ?? failure, row + 1)

  const decode = start.encoding === 'utf-8' ? undefined : decoderFor(start.encoding)

  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (!decode && bytes.includes(0)) throw containsNul()
        const data = decode ? decode(bytes) : bytes
        parser.write(data, (error) => (error ? reject(settle(error)) : resolve()))
      }),
    end: () =>
      new Promise((resolve, reject) => {
        const rest = decode?.() ?? ''
        parser.end(rest, (error?: Error | null) => {
          if (error || failure) reject(settle(error))
          else if (head && records.length > 0) resolve({ ...head, records })
          else reject(emptyFile(head !== undefined))
        })
      }),
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '')
}

function readHeader(cells: string[]): Omit<ParsedRecords, 'records'> {
  const header = cells.map((cell) => cell.trim())
  while (header.at(-1) === '') header.pop()
  if (header.length > maxColumns) {
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
    `The file has more than ${maxRows.toLocaleString('en')} data rows. Split it into several files and import them one after the other.`,
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

function explain(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error
  const message =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `The quotation mark that opens a cell in row ${row} is never closed. Close it, or save the file again from a spreadsheet.`
      : `Row ${row} has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write each one inside twice, or save the file again from a spreadsheet.`
  return new ServiceError('not_csv', message, { cause: error })
}
