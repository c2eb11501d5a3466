import { shortened } from '@catalog/catalog'
import type { CanonicalRow } from '../dialect.ts'

const untracked = new Set(['none', 'n', 'no', 'false', '0'])

/**
 * A row's quantity, if the product's inventory is tracked at the row's level (product or variants). Otherwise none,
 * with a warning if the file has one.
 */
export function trackedQuantity(
  row: CanonicalRow,
  { quantity, tracking }: { quantity: string; tracking: string },
  level: 'product' | 'variant',
): string {
  const word = tracking.toLowerCase().replace(/^by /, '').replace('option', 'variant')
  const other = level === 'product' ? 'variant' : 'product'
  if (!untracked.has(word) && word !== other) return quantity
  // Exports write 0 if inventory is not tracked.
  if (quantity !== '' && Number(quantity) !== 0) {
    row.warnings.push({
      column: 'variant_inventory_quantity',
      code: 'inventory_not_tracked',
      value: shortened(quantity, 200),
    })
  }
  return ''
}
