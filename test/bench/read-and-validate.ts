import { parseRows } from '../../services/import-service/src/preview/parse-rows.ts'
import type { ImportFile } from '../../services/import-service/src/reading/import-file.ts'
import { readCsv } from '../../services/import-service/src/reading/read-csv.ts'
import { readWorkbook } from '../../services/import-service/src/reading/workbook/read-workbook.ts'

/** What becomes of a file before the catalog is asked; throws where it is not the one that was made for this. */
export async function readAndValidate(body: AsyncIterable<Uint8Array>, expected: string): Promise<void> {
  validate(await readCsv(body), expected)
}

/** The same of a workbook. */
export async function readWorkbookAndValidate(bytes: Buffer, expected: string): Promise<void> {
  validate(await readWorkbook(bytes), expected)
}

function validate({ dialect, table }: ImportFile, expected: string): void {
  const { rows } = parseRows(table)
  if (dialect !== expected || rows.length < 4_990 || rows.some(({ errors }) => errors.length > 0)) {
    throw new Error('rows are wrong')
  }
}

/** As the byte stream brings them. */
export async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 256 * 1024
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
