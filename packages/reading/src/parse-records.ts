import { ServiceError } from '@catalog/contracts'
import { CsvError, parse } from 'csv-parse/sync'
import type { ColumnChoice } from '@catalog/dialects'
import { maxWidth, mostDelimiters, tooManyColumns } from './caps.ts'
import { decoderFor } from './decode.ts'
import { lenientRows, LostQuote } from './lenient-rows.ts'
import { mayBeOdd } from './raw-row.ts'
import { RecordTable } from './record-table.ts'
import type { ParsedRecords } from './record-table.ts'
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
  choice?: ColumnChoice,
  sliceBytes = 256 * 1024,
): ParsedRecords {
  const table = new RecordTable(choice)
  const parseRows = ({ bytes, above }: WholeRows) => {
    const isOdd = mayBeOdd(bytes)
    let taken = 0
    try {
      parse(bytes, {
        delimiter: start.delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        skip_empty_lines: true,
        // Collected here instead of from the return value, which lacks the row's number.
        on_record(cells: string[], info) {
          taken = info.records + info.empty_lines
          table.take({ row: above + taken, cells, isOdd })
          return null
        },
      })
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      // An irregular quotation mark: the rows that csv-parse has not returned are read again by the lenient reader.
      takeLenient({ bytes, above }, taken)
    }
  }
  const takeLenient = ({ bytes, above }: WholeRows, taken: number) => {
    let index = 0
    try {
      for (const quotes of lenientRows(bytes.toString(), start.delimiter)) {
        index++
        if (index > taken && quotes.cells.length > 0) {
          table.take({ row: above + index, cells: quotes.cells, isOdd: true, quotes })
        }
      }
    } catch (error) {
      throw error instanceof LostQuote ? explain(error, above) : error
    }
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

function explain(quote: LostQuote, above: number): ServiceError {
  const row = above + quote.index + 1
  return new ServiceError(
    'not_csv',
    quote.isClosed
      ? `The quotation mark that opens a cell in row ${row} closes some lines further down, in the middle of a text. Close it where the cell ends, write one inside a text twice, or save the file again from a spreadsheet.`
      : `The quotation mark that opens a cell in row ${row} is never closed. Close it, or save the file again from a spreadsheet.`,
    { cause: quote },
  )
}
