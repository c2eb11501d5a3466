import { fileWarningTable } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { CsvRecord } from './dialect.ts'
import type { HeaderColumns } from './header-columns.ts'

/** Warns that weights are left out: their unit is a setting of the shop and not in the file. */
export function warnOfWeights(columns: HeaderColumns, records: CsvRecord[], column: string): FileWarning[] {
  const isGiven = records.some((record) => /[1-9]/.test(columns.cell(record, column)))
  if (!isGiven) return []
  return [
    {
      code: 'weight_unit_unknown',
      message: `${fileWarningTable.weight_unit_unknown} The unit is a setting of the shop (grams, ounces, pounds, …). To import them, add them in grams afterwards, with a file of our own columns.`,
    },
  ]
}
