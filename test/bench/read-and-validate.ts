import { readFile } from '@catalog/reading'
import type { ImportFile } from '@catalog/reading'
import { parseRows } from '@catalog/preview'

/** Reads and validates a CSV or a workbook without the catalog; throws if it is not the expected one. */
export async function readAndValidate(bytes: Buffer, expected: string): Promise<void> {
  validate(await readFile(bytes), expected)
}

function validate({ dialect, table }: ImportFile, expected: string): void {
  const { rows } = parseRows(table)
  if (dialect !== expected || rows.length < 4_990 || rows.some(({ errors }) => errors.length > 0)) {
    throw new Error('rows are wrong')
  }
}
