import type { CellEdit } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import type { ImportFile } from './import-file.ts'
import { readCsv } from './read-csv.ts'
import { beginsWorkbook } from './workbook/archive.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/**
 * Reads an upload as a workbook or a CSV, depending on its bytes. `now` decides whether a sale in it is active;
 * `choice` is the caller's mapping, and `edits` replace cells.
 * @throws what `readWorkbook` and `readCsv` throw
 */
export async function readFile(
  bytes: Uint8Array,
  now?: Date,
  choice?: ColumnChoice,
  edits?: readonly CellEdit[],
): Promise<ImportFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return await (beginsWorkbook(bytes) ? readWorkbook : readCsv)(buffer, now, choice, edits)
}
