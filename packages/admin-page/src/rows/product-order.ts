import type { FoundProduct } from './find-products.ts'
import type { RowOrder } from './row-search.ts'

/** Unless another order is asked for, the largest price changes come first where a price jumps. */
export function orderOf(products: readonly FoundProduct[], asked: RowOrder | undefined): RowOrder {
  return asked ?? (products.some(({ group }) => group.hasPriceJump) ? 'price' : 'file')
}

/** Products that are equal in what they are sorted by stay in the order of the file. */
export function sortProducts(products: readonly FoundProduct[], order: RowOrder): readonly FoundProduct[] {
  if (order === 'file') return products
  const of = figures[order]
  return products.toSorted((one, other) => {
    const [first, second] = [of(one), of(other)]
    // Of two that are infinite, the difference is no number.
    return first === second ? 0 : second - first
  })
}

const figures = {
  size: ({ group }) => group.size,
  price: ({ group }) => group.priceChange?.factor ?? 0,
} satisfies Record<string, (product: FoundProduct) => number>
