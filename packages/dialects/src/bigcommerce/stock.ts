import type { CanonicalRow } from '../dialect.ts'
import { sharedQuantity } from '../off-sale.ts'
import { quantityIfCounted, untrackedQuantity } from '../untracked-quantity.ts'
import { issueOf } from '../row-issues.ts'

/** The stock in a Product row, and whether it is tracked, for the product or for its variants. */
export interface ProductStock {
  quantity: string
  tracking: string
}

const untracked = new Set(['none', 'n', 'no', 'false', '0'])

/** The quantity of a product without variants, if it is tracked as such. */
export function productQuantity(row: CanonicalRow, { quantity, tracking }: ProductStock): string {
  const level = levelOf(tracking)
  return quantityIfCounted(row, quantity, level === 'variant' ? false : isCounted(level))
}

/** The quantity of a variant, if it is tracked for variants; if it is tracked for the product, they share that one. */
export function variantQuantity(row: CanonicalRow, quantity: string, product: ProductStock): string {
  const level = levelOf(product.tracking)
  if (level === 'product') return sharedQuantity(product.quantity) || untrackedQuantity(row, quantity)
  return quantityIfCounted(row, quantity, isCounted(level))
}

/** Undefined if the row does not say. */
function isCounted(level: string): boolean | undefined {
  return level === '' ? undefined : !untracked.has(level)
}

/** Warns of a quantity that the variants of the product share. */
export function warnOfSharedStock({ warnings }: CanonicalRow, { quantity, tracking }: ProductStock): void {
  if (levelOf(tracking) !== 'product' || !(Number(quantity) > 0)) return
  warnings.push(issueOf('variant_inventory_quantity', 'ignored_value', quantity, { case: 'shared_stock' }))
}

function levelOf(tracking: string): string {
  return tracking.toLowerCase().replace(/^by /, '').replace('option', 'variant')
}
