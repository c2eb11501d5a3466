import type { CanonicalRow, CsvRecord, Dialect } from './dialect.ts'
import { issueOf } from './row-issues.ts'

const skuHeader = /(?:^|[ /])sku$/
/** Formats in which a row twice is an error, or a rule that applies twice. */
const strict = new Set(['canonical', 'mapped', 'bigcommerce_v2'])

/**
 * The records without those that repeat an earlier one in all cells, its SKU included, as some exports do: read again,
 * such a row would make a second product or variant, without the SKU.
 */
export function withoutRepeated(
  { name, normalize }: Pick<Dialect, 'name' | 'normalize'>,
  header: string[],
  records: CsvRecord[],
): { kept: CsvRecord[]; left: CanonicalRow[] } {
  const position = strict.has(name) ? -1 : header.findIndex((column) => skuHeader.test(normalize(column)))
  if (position === -1) return { kept: records, left: [] }
  const bySku = new Map<string, CsvRecord>()
  const left: CanonicalRow[] = []
  const kept = records.filter((record) => {
    const sku = record.cells[position]?.trim() ?? ''
    if (sku === '') return true
    const first = bySku.get(sku)
    if (!first) bySku.set(sku, record)
    if (!first || !isSame(first, record)) return true
    const warning = issueOf(null, 'row_not_imported', null, { case: 'repeated', row: first.row })
    left.push({ row: record.row, cells: [], errors: [], warnings: [warning], skipped: true })
    return false
  })
  return { kept, left }
}

function isSame({ cells }: CsvRecord, other: CsvRecord): boolean {
  return cells.length === other.cells.length && cells.every((cell, index) => cell === other.cells[index])
}
