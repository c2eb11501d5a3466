import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import { makeVariant } from '@catalog/catalog/testing'
import type { Product } from '@catalog/catalog'
import { imagesEach, variantsEach } from './seed-catalog.ts'

export interface ProductRange {
  /** Number of the first product; products with the same numbers as those stored by `seedCatalog` are equal. */
  from: number
  count: number
  /** 0: as seeded. Any other number: every row of the file is an update, different for each number. */
  edition?: number
  descriptionLength?: number
}

export function makeProducts({ from, count, edition = 0, descriptionLength }: ProductRange): Product[] {
  return Array.from({ length: count }, (_, index) => makeProduct(from + index, edition, descriptionLength))
}

/** The product with these images instead, none of them of a variant. */
export function withImages(product: Product, images: Product['images']): Product {
  const variants = product.variants.map((variant) => ({ ...variant, imageUrl: null }))
  return { ...product, variants, images }
}

/** The products as a canonical file, with a row for each variant. */
export function canonicalFile(products: Product[]): Buffer {
  const keys = new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))
  return Buffer.from(
    writeCsv([canonicalHeader(keys), ...products.flatMap((product) => productToRows(product, keys))]),
  )
}

const statuses = ['active', 'active', 'draft', 'archived'] as const

function makeProduct(n: number, edition: number, descriptionLength?: number): Product {
  const images = numbers(imagesEach).map((k) => ({
    url: `https://cdn.example.com/shop/files/${n}-${k}.jpg?v=1680000000`,
    alt: `Picture ${k}`,
  }))
  const sentence = 'A soft, warm and "durable" thing. '
  const times = descriptionLength === undefined ? 12 : Math.ceil(descriptionLength / sentence.length)
  return {
    handle: `product-${String((n * 7919) % 1_000_003).padStart(7, '0')}`,
    title: edition === 0 ? `Product no. ${n}` : `Product no. ${n}, edition ${edition}`,
    descriptionHtml: `<p>${sentence.repeat(times)}${n}</p>`,
    vendor: `Vendor ${n % 50}`,
    productType: `Type ${n % 20}`,
    tags: ['alpha', 'beta', `tag${n % 30}`],
    status: statuses[n % 4] ?? 'active',
    seoTitle: `Product ${n} at its best`,
    seoDescription: `All that there is to say about product ${n}`,
    optionNames: ['Size'],
    metadata: n % 4 === 0 ? { material: 'cotton', [`care-${n % 8}`]: 'wash, cold' } : {},
    variants: numbers(variantsEach).map((k) =>
      makeVariant({
        optionValues: [`Size ${k}`],
        sku: `SKU-${n}-${k}`,
        barcode: `40${String(n * variantsEach + k).padStart(11, '0')}`,
        price: `${(n % 500) + k}.9${edition % 10}`,
        compareAtPrice: n % 3 === 0 ? '600.00' : null,
        inventoryQuantity: (n + edition) % 100,
        weightGrams: String(120.5 * k),
        imageUrl: images[0]?.url ?? null,
      }),
    ),
    images,
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
