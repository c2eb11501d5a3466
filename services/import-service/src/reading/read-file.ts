import type { ColumnChoice } from '../dialects/mapped/column-choice.ts'
import type { ImportFile } from './import-file.ts'
import { readCsv } from './read-csv.ts'
import { beginsWorkbook } from './workbook/archive.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/**
 * Reads an upload, by its bytes as a workbook or as a CSV; by `now`, a sale in it is on or not; `choice` is what the caller says of
 * its columns. Throws what these throw.
 */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  now?: Date,
  choice?: ColumnChoice,
): Promise<ImportFile> {
  return beginsWorkbook(bytes)
    ? await readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), now, choice)
    : await readCsv(wholeBody(bytes), now, choice)
}

/** As an upload that arrives at once. */
async function* wholeBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
