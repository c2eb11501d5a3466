import { stringify } from 'csv-stringify/sync'

/** How the files that this system writes are written, as options of csv-stringify (csv-format.md §1). */
export const csvWriting = {
  bom: true,
  delimiter: ',',
  record_delimiter: '\r\n',
  // A lone line feed ends a row for readers too; with a record delimiter named, it would go unquoted.
  quote_record_delimiter: true,
} as const

/** Rows as text; as the further part of a file: without the byte order mark. */
export function writeCsv(
  rows: string[][],
  options: { delimiter?: string; bom?: boolean; quoted_match?: RegExp } = {},
): string {
  return stringify(rows, { ...csvWriting, ...options, cast: { string: longInQuotes } })
}

const longLength = 1_000
/** Of a text that is looked at together. */
const pieceLength = 65_536

/** A long text with quotation marks as CSV has it. csv-stringify takes a hundred bytes of memory for each of them. */
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
