import { ServiceError } from '@catalog/contracts'
import type { CellEdit, Delimiter } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { maxWidth, mostDelimiters, tooManyColumns } from './caps.ts'
import { decoderFor } from './decode.ts'
import { lenientRows, LostQuote } from './lenient-rows.ts'
import { mayBeOdd } from './raw-row.ts'
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

/** The rows, but for blank lines. Those without a quotation mark are cut at their delimiters. */
function readRows({ bytes, ends, above }: WholeRows, delimiter: Delimiter): RawRow[] {
  const isOdd = mayBeOdd(bytes)
  const rows: RawRow[] = []
  let from = 0
  let mark = bytes.indexOf(quote)
  for (const [index, end] of ends.entries()) {
    const row: RawRow = { row: above + index + 1, cells: [], isOdd }
    rows.push(row)
    if (mark !== -1 && mark < end) {
      readQuoted(row, bytes.toString('utf8', from, end), delimiter)
      mark = bytes.indexOf(quote, end)
    } else if (from < textEnd(bytes, end)) {
      row.cells = bytes.toString('utf8', from, textEnd(bytes, end)).split(delimiter)
    }
    from = end
  }
  return rows.filter(({ cells }) => cells.length > 0)
}

/** Where the row's line break begins. */
function textEnd(bytes: Buffer, end: number): number {
  let at = end
  if (bytes[at - 1] === lineFeed) at--
  if (bytes[at - 1] === carriageReturn) at--
  return at
}

/** Fills in the cells of a row with quotation marks. */
function readQuoted(row: RawRow, text: string, delimiter: Delimiter): void {
  try {
    const [read] = lenientRows(text, delimiter)
    if (read) row.cells = read.cells
    if (read && read.stray.length + read.doubtful.length > 0) row.quotes = read
  } catch (error) {
    throw error instanceof LostQuote ? explain(error, row.row) : error
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
