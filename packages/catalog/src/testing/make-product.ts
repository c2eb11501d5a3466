import { plainProductDefaults, plainVariantDefaults } from '../columns.ts'
import type { Product, Variant } from '../product.ts'

/** A draft product in which every other field is empty; its title is its handle. */
export function makeProduct(fields: Pick<Product, 'handle'> & Partial<Product>): Product {
  return {
    ...plainProductDefaults,
    title: fields.handle,
    optionNames: [],
    metadata: {},
    variants: [],
    images: [],
    ...fields,
  }
}

/** Costs 1.00, taxed and shipped; every other field is empty. */
export function makeVariant(fields: Partial<Variant>): Variant {
  return { ...plainVariantDefaults, price: '1.00', optionValues: [], imageUrl: null, ...fields }
}
