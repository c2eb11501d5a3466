import type { CanonicalRow } from '../dialect.ts'
import { untrackedQuantity } from '../untracked-quantity.ts'

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
  return untracked.has(word) || word === other ? untrackedQuantity(row, quantity) : quantity
}
