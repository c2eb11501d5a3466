import { ServiceError } from '@catalog/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import type { CellEdit, Delimiter } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { maxWidth, mostDelimiters, tooManyColumns } from './caps.ts'
import { decoderFor } from './decode.ts'
import { lenientRows, LostQuote } from './lenient-rows.ts'
import { findOdd } from './raw-row.ts'
import type { RawRow } from './raw-row.ts'
import { RecordTable } from './record-table.ts'
import type { ParsedRecords } from './record-table.ts'
import { carriageReturn, lineFeed, quote } from './row-scanner.ts'
import type { FileStart } from './sniff.ts'
import { RowCutter } from './whole-rows.ts'
import type { WholeRows } from './whole-rows.ts'

/**
 * Parses a file into records, and checks the limits between slices of it.
 * @throws NotText, and the codes of a file that cannot be read
 */
export function parseRecords(
  text: Buffer,
  start: FileStart,
  { choice, edits }: { choice?: ColumnChoice | undefined; edits?: readonly CellEdit[] | undefined } = {},
  sliceBytes = 256 * 1024,
): ParsedRecords {
  const table = new RecordTable(choice, edits)
  const parseRows = (rows: WholeRows) => {
    for (const row of readRows(rows, start.delimiter)) table.take(row)
  }

  const decode = start.encoding === 'utf-8' ? undefined : decoderFor(start.encoding)
  const cutter = new RowCutter(start.delimiter)
  const write = (bytes: Buffer) => {
    const rows = cutter.take(bytes)
    if (rows) parseRows(rows)
    else if (cutter.open.filled > maxWidth || cutter.open.delimiters > mostDelimiters) {
      throw tooManyColumns(cutter.row)
    }
  }

  for (let at = start.skipBytes; at < text.length; at += sliceBytes) {
    const slice = text.subarray(at, at + sliceBytes)
    write(decode ? Buffer.from(decode(slice)) : slice)
  }
  if (decode) write(Buffer.from(decode()))
  parseRows(cutter.rest())
  return table.end()
}

/**
 * The rows, but for blank lines. Those without a quotation mark are cut at their delimiters, in a tenth of the time that
 * csv-parse takes for them.
 */
function readRows({ bytes, ends, above }: WholeRows, delimiter: Delimiter): RawRow[] {
  const hasFormulas = bytes.includes('"=""')
  let oddAt = findOdd(bytes, 0)
  const rows: RawRow[] = []
  const quoted: Quoted[] = []
  let from = 0
  let mark = bytes.indexOf(quote)
  for (const [index, end] of ends.entries()) {
    const isOdd = hasFormulas || (oddAt !== -1 && oddAt < end)
    if (oddAt !== -1 && oddAt < end) oddAt = findOdd(bytes, end)
    const row: RawRow = { row: above + index + 1, cells: [], isOdd }
    rows.push(row)
    if (mark !== -1 && mark < end) {
      quoted.push({ row, bytes: bytes.subarray(from, end) })
      mark = bytes.indexOf(quote, end)
    } else if (from < textEnd(bytes, end)) {
      row.cells = bytes.toString('utf8', from, textEnd(bytes, end)).split(delimiter)
    }
    from = end
  }
  if (quoted.length > 0) readQuoted(quoted, delimiter)
  return rows.filter(({ cells }) => cells.length > 0)
}

/** Where the row's line break begins. */
function textEnd(bytes: Buffer, end: number): number {
  let at = end
  if (bytes[at - 1] === lineFeed) at--
  if (bytes[at - 1] === carriageReturn) at--
  return at
}

interface Quoted {
  row: RawRow
  bytes: Buffer
}

/** Fills in the cells of rows with quotation marks. */
function readQuoted(quoted: Quoted[], delimiter: Delimiter): void {
  const text = Buffer.concat(quoted.map(({ bytes }) => bytes))
  let taken = 0
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(cells: string[], { records }) {
        const row = quoted[records - 1]?.row
        if (row) row.cells = cells
        taken = records
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // An irregular quotation mark: the rows that csv-parse has not returned are read again by the lenient reader.
    readLenient(quoted.slice(taken), delimiter)
  }
}

function readLenient(quoted: Quoted[], delimiter: Delimiter): void {
  for (const { row, bytes } of quoted) {
    try {
      const [quotes] = lenientRows(bytes.toString(), delimiter)
      if (quotes) Object.assign(row, { cells: quotes.cells, isOdd: true, quotes })
    } catch (error) {
      throw error instanceof LostQuote ? explain(error, row.row) : error
    }
  }
}

function explain(lost: LostQuote, row: number): ServiceError {
  return new ServiceError(
    'not_csv',
    lost.isClosed
      ? `The quotation mark that opens a cell in row ${row} closes some lines further down, in the middle of a text. Close it where the cell ends, write one inside a text twice, or save the file again from a spreadsheet.`
      : `The quotation mark that opens a cell in row ${row} is never closed. Close it, or save the file again from a spreadsheet.`,
    { cause: lost },
  )
}
