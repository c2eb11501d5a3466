import type { Product, Variant } from '../product.ts'

/** A draft product in which every field that is not given is empty; its title is its handle. */
export function makeProduct(fields: Pick<Product, 'handle'> & Partial<Product>): Product {
  return {
    title: fields.handle,
    descriptionHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    status: 'draft',
    seoTitle: '',
    seoDescription: '',
    optionNames: [],
    metadata: {},
    variants: [],
    images: [],
    ...fields,
  }
}

/** Costs 1.00, taxed and shipped; every other field that is not given is empty. */
export function makeVariant(fields: Partial<Variant>): Variant {
  return {
    optionValues: [],
    sku: '',
    barcode: '',
    price: '1.00',
    compareAtPrice: null,
    inventoryQuantity: null,
    weightGrams: null,
    requiresShipping: true,
    taxable: true,
    imageUrl: null,
    ...fields,
  }
}
