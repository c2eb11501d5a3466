import { isZero, lessPercent, minus, plus } from '../decimals.ts'
import type { NamedCells } from '../named-cells.ts'

/** What a file says of a product's price and of one of its variants, as it is written; `''` where it says nothing. */
export interface FilePrices {
  price: string
  /** Of a variant: what it costs besides. */
  surcharge: string
  /** `PERCENT` or `AMOUNT`, of the product. */
  discountMode: string
  discountValue: string
  /** In present files, in place of a discount. */
  strikethrough: string
}

/** The discounted price, beside the one before. What cannot be computed with stays as it is, for the preview to refuse. */
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
