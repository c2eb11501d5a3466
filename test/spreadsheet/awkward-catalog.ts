import type { Product, Variant } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import carried from './carried-products.json' with { type: 'json' }

/** What no spreadsheet changes, however the file is opened. */
export function carriedProducts(): Product[] {
  return carried.map(({ handle, variants = [{}], ...fields }) =>
    Object.assign(makeProduct({ handle }), fields, {
      variants: variants.map((given) => Object.assign(makeVariant({}), given)),
    }),
  )
}

export const beyondWindows1252 = 'Čapek 中文 👩‍👩‍👧 עברית'

export function product(handle: string, fields: Partial<Product>): Product {
  return makeProduct({ handle, variants: [variant([], {})], ...fields })
}

export function variant(optionValues: string[], fields: Partial<Variant>): Variant {
  return makeVariant({ optionValues, ...fields })
}
