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
  return stringify(rows, { ...csvWriting, ...options })
}
