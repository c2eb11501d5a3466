import { readCsv, readWorkbook } from '@catalog/reading'
import type { ImportFile } from '@catalog/reading'
import { parseRows } from '@catalog/preview'

/** Reads and validates a file without the catalog; throws if it is not the expected one. */
export async function readAndValidate(body: AsyncIterable<Uint8Array>, expected: string): Promise<void> {
  validate(await readCsv(body), expected)
}

/** The same for a workbook. */
export async function readWorkbookAndValidate(bytes: Buffer, expected: string): Promise<void> {
  validate(await readWorkbook(bytes), expected)
}

function validate({ dialect, table }: ImportFile, expected: string): void {
  const { rows } = parseRows(table)
  if (dialect !== expected || rows.length < 4_990 || rows.some(({ errors }) => errors.length > 0)) {
    throw new Error('rows are wrong')
  }
}

/** In chunks, as the byte stream delivers them. */
export async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = 256 * 1024
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
