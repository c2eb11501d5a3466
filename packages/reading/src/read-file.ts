import type { ColumnChoice } from '@catalog/dialects'
import type { ImportFile } from './import-file.ts'
import { readCsv } from './read-csv.ts'
import { beginsWorkbook } from './workbook/archive.ts'
import { readWorkbook } from './workbook/read-workbook.ts'

/**
 * Reads an upload as a workbook or a CSV, depending on its bytes. `now` decides whether a sale in it is active;
 * `choice` is the caller's mapping. @throws what `readWorkbook` and `readCsv` throw
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
