import { stringify } from 'csv-stringify/sync'

/** Options of csv-stringify for the files that this system writes (csv-format.md §1). */
export const csvWriting = {
  bom: true,
  delimiter: ',',
  record_delimiter: '\r\n',
  // Readers take a lone line feed for the end of a row too; with a named record delimiter, csv-stringify would not
  // quote it.
  quote_record_delimiter: true,
} as const

/** The rows as CSV. Pass `bom: false` for rows that are appended to a file. */
export function writeCsv(
  rows: string[][],
  options: { delimiter?: string; bom?: boolean; quoted_match?: RegExp } = {},
): string {
  return stringify(rows, { ...csvWriting, ...options, cast: { string: longInQuotes } })
}

const longLength = 1_000
/** Characters of a long text that are processed at a time. */
const pieceLength = 65_536

/**
 * A long text with quotation marks as a quoted CSV cell. csv-stringify takes a hundred bytes of memory for each mark.
 */
function longInQuotes(text: string) {
  if (text.length < longLength || !text.includes('"')) return text
  const pieces = ['"']
  for (let at = 0; at < text.length; at += pieceLength) {
    pieces.push(
      text
        .slice(at, at + pieceLength)
        .split('"')
        .join('""'),
    )
  }
  return { value: `${pieces.join('')}"`, quote: '', escape: '' }
}
