import { fileWarning } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { CsvRecord } from './dialect.ts'
import type { HeaderColumns } from './header-columns.ts'

/** Warns that weights are left out: their unit is a setting of the shop and not in the file. */
export function warnOfWeights(columns: HeaderColumns, records: CsvRecord[], column: string): FileWarning[] {
  const isGiven = records.some((record) => /[1-9]/.test(columns.cell(record, column)))
  return isGiven ? [fileWarning('weight_unit_unknown')] : []
}
