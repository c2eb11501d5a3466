import { isZero, lessPercent, minus, plus } from '../decimals.ts'
import type { NamedCells } from '../named-cells.ts'

/** Prices of a product and of one of its variants, as in the file; `''` if absent. */
export interface FilePrices {
  price: string
  /** The variant's surcharge. */
  surcharge: string
  /** `PERCENT` or `AMOUNT`, for the product. */
  discountMode: string
  discountValue: string
  /** In current files, instead of a discount. */
  strikethrough: string
}

/**
 * The discounted price, and the one before it as compare-at price. Invalid amounts are returned unchanged, and the
 * preview refuses them.
 */
export function priceCells({
  price,
  surcharge,
  discountMode,
  discountValue,
  strikethrough,
}: FilePrices): NamedCells {
  const full = isZero(surcharge) ? price : (plus(price, surcharge) ?? surcharge)
  if (full === '' || isZero(discountValue)) {
    return { variant_price: full, variant_compare_at_price: isZero(strikethrough) ? '' : strikethrough }
  }
  const take = discountMode.toUpperCase() === 'PERCENT' ? lessPercent : minus
  return { variant_price: take(full, discountValue) ?? discountValue, variant_compare_at_price: full }
}
