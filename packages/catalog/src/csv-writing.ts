import { stringify } from 'csv-stringify/sync'

/** How the files that this system writes are written, as options of csv-stringify (csv-format.md §1). */
export const csvWriting = { bom: true, delimiter: ',', record_delimiter: '\r\n' } as const

/** A whole file as text; `csvWriting` with another delimiter where one is given. */
export function writeCsv(rows: string[][], delimiter: string = csvWriting.delimiter): string {
  return stringify(rows, { ...csvWriting, delimiter })
}
