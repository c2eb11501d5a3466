import type { DecimalMark } from '@catalog/catalog'
import type { CanonicalTable } from '../dialects/dialect.ts'

const decimalColumns = new Set<string | null>([
  'variant_price',
  'variant_compare_at_price',
  'variant_weight_grams',
])

/**
 * A comma only where the whole file uses it: no number has a dot, and at least one comma cannot be a thousands
 * separator. `1,299` alone could be either, and is never guessed.
 */
export function decimalMarkOf(table: CanonicalTable): DecimalMark {
  const positions = table.columns.flatMap((name, index) => (decimalColumns.has(name) ? [index] : []))
  let commas = false
  for (const { cells } of table.rows) {
    for (const position of positions) {
      const cell = cells[position]
      if (!cell) continue
      if (/^\s*-?\d+\.\d+\s*$/.test(cell)) return '.'
      if (/^\s*-?(?:\d+,(?:\d{1,2}|\d{4,})|0+,\d+)\s*$/.test(cell)) commas = true
    }
  }
  return commas ? ',' : '.'
}
