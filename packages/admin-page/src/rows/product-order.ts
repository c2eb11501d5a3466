import type { FoundProduct } from './find-products.ts'
import type { RowOrder } from './row-search.ts'

/** The requested order; by default, the largest price changes first if a price jumps. */
export function orderOf(products: readonly FoundProduct[], asked: RowOrder | undefined): RowOrder {
  return asked ?? (products.some(({ group }) => group.hasPriceJump) ? 'price' : 'file')
}

/** Sorts products; equal ones stay in the order of the file. */
export function sortProducts(products: readonly FoundProduct[], order: RowOrder): readonly FoundProduct[] {
  if (order === 'file') return products
  const of = figures[order]
  return products.toSorted((one, other) => {
    const [first, second] = [of(one), of(other)]
    // The difference of two infinities is NaN.
    return first === second ? 0 : second - first
  })
}

const figures = {
  size: ({ group }) => group.size,
  price: ({ group }) => group.priceChange?.factor ?? 0,
} satisfies Record<string, (product: FoundProduct) => number>
