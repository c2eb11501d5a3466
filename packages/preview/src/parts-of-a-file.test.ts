import type { ColumnChoice } from '@catalog/dialects'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
} from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

/** A product as its shop system exports it. */
interface Exported {
  id: number
  name: string
  /** `''` if it has none. */
  sku: string
  price: number
  /** Sizes that are its variants, with SKUs of their own if it has one. */
  sizes: string[]
}

interface Format {
  header: string
  /** The rows of a product. */
  write(product: Exported): string[]
  /** Whether it has ids, without which products of one name cannot be told apart but by their SKUs. */
  hasIds: boolean
  choice?: ColumnChoice
}

const formats: Record<string, Format> = {
  woocommerce: {
    header: 'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    hasIds: true,
    write: ({ id, name, sku, price, sizes }) => [
      `${id},${sizes.length > 0 ? 'variable' : 'simple'},${sku},${name},${sizes.length > 0 ? '' : price},,,`,
      ...sizes.map(
        (size, index) =>
          `${id}0${index},variation,${skuOf(sku, size)},${name} - ${size},${price},id:${id},Size,${size}`,
      ),
    ],
  },
  bigcommerce_v2: {
    header: 'Item Type,Product ID,Product Name,Product Code/SKU,Price',
    hasIds: true,
    write: ({ id, name, sku, price, sizes }) => [
      `Product,${id},${name},${sku},${price}`,
      ...sizes.map((size) => `SKU,${id},[S]Size=${size},${skuOf(sku, size)},${price}`),
    ],
  },
  bigcommerce_v3: {
    header: 'Item,ID,Name,SKU,Options,Price',
    hasIds: true,
    write: ({ id, name, sku, price, sizes }) => [
      `Product,${id},${name},${sku},,${price}`,
      ...sizes.map(
        (size) => `Variant,${id},,${skuOf(sku, size)},Type=Rectangles|Name=Size|Value=${size},${price}`,
      ),
    ],
  },
  wix: {
    header: 'handleId,fieldType,name,sku,price,productOptionName1,productOptionDescription1',
    hasIds: true,
    write({ id, name, sku, price, sizes }) {
      const uuid = `product_${String(id).padStart(8, '0')}-1111-2222-3333-444455556666`
      return [
        `${uuid},Product,${name},${sku},${price},${sizes.length > 0 ? `Size,${sizes.join(';')}` : ','}`,
        ...sizes.map((size) => `${uuid},Variant,,${skuOf(sku, size)},${price},,${size}`),
      ]
    },
  },
  etsy: {
    header: 'TITLE,PRICE,CURRENCY_CODE,QUANTITY,SKU',
    hasIds: false,
    write: ({ name, sku, price }) => [`${name},${price},EUR,1,${sku}`],
  },
  magento2: {
    header: 'sku,product_type,name,price,configurable_variations',
    hasIds: false,
    write({ name, sku, price, sizes }) {
      const variants = sizes.map((size) => `sku=${skuOf(sku, size)},size=${size}`).join('|')
      return [
        `${sku},${sizes.length > 0 ? 'configurable' : 'simple'},${name},${price},"${variants}"`,
        ...sizes.map((size) => `${skuOf(sku, size)},simple,${name} ${size},${price},`),
      ]
    },
  },
  'a mapped list': {
    header: 'Nr,Name,Price',
    hasIds: false,
    choice: {
      columns: [
        ['Nr', 'variant_sku'],
        ['Name', 'title'],
        ['Price', 'variant_price'],
      ],
      identity: 'variant_sku',
    },
    write: ({ name, sku, price }) => [`${sku},${name},${price}`],
  },
}

function skuOf(sku: string, size: string): string {
  return sku === '' ? '' : `${sku}-${size}`
}

describe.each(Object.entries(formats))('an export of %s', (_name, format) => {
  const arbitraryParts = fc
    .uniqueArray(arbitraryProduct(format.hasIds), { selector: ({ id }) => id, minLength: 2, maxLength: 7 })
    .chain((products) =>
      fc.record({
        products: fc.constant(products),
        shuffled: fc.shuffledSubarray(products, { minLength: products.length }),
        parts: partsOf(products),
      }),
    )

  test('makes the same catalog in parts, in any order of them', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryParts, async ({ products, parts }) => {
        const whole = await imported([products], format)
        const catalog = await imported(parts, format)
        expect(toProducts(whole)).toHaveLength(products.length)
        expect(contentOf(catalog)).toEqual(contentOf(whole))
        for (const part of [products, ...parts]) {
          expect(await countsOf(part, format, catalog)).toMatchObject(nothing)
          expect(await countsOf(part, format, whole)).toMatchObject(nothing)
        }
      }),
      { numRuns: 16 },
    )
  })

  test('makes the same catalog in any order of its rows', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryParts, async ({ products, shuffled }) => {
        expect(toProducts(await imported([shuffled], format))).toEqual(
          toProducts(await imported([products], format)),
        )
      }),
      { numRuns: 16 },
    )
  })
})

const nothing = { adds: 0, updates: 0, errors: 0 }

function arbitraryProduct(hasIds: boolean): fc.Arbitrary<Exported> {
  return fc
    .record({
      id: fc.integer({ min: 1, max: 99 }),
      name: fc.constantFrom('Shirt', 'Shirt!', 'Cap', 'Ärmel', ...(hasIds ? ['Shirt S7'] : [])),
      hasSku: fc.boolean(),
      price: fc.integer({ min: 1, max: 1_000 }),
      sizes: fc.subarray(['S', 'M']),
    })
    .map(({ hasSku, ...product }) =>
      Object.assign(product, { sku: hasSku || !hasIds ? `S${product.id}` : '' }),
    )
}

/** Two or three parts of the products, in any order. */
function partsOf(products: Exported[]): fc.Arbitrary<Exported[][]> {
  return fc
    .tuple(...products.map((product) => fc.record({ product: fc.constant(product), part: fc.nat(2) })))
    .map((placed) =>
      [0, 1, 2].map((number) => placed.flatMap(({ product, part }) => (part === number ? [product] : []))),
    )
}

async function imported(files: Exported[][], format: Format): Promise<MemoryCatalog> {
  const catalog = emptyCatalog()
  for (const products of files) {
    if (products.length === 0) continue
    const { table } = await read(products, format)
    applyPlan(catalog, previewAgainst(catalog, table).plan)
  }
  return catalog
}

async function countsOf(products: Exported[], format: Format, catalog: MemoryCatalog) {
  if (products.length === 0) return nothing
  const { table } = await read(products, format)
  return previewAgainst(catalog, table).counts
}

async function read(products: Exported[], format: Format) {
  const rows = products.flatMap((product) => format.write(product))
  return fileOf([format.header, ...rows].join('\n'), undefined, format.choice)
}

/** Which of several products of one name has the short handle depends on which came first, and nothing else. */
function contentOf(catalog: MemoryCatalog): string[] {
  return toProducts(catalog)
    .map(({ handle: _handle, ...product }) => JSON.stringify(product))
    .toSorted()
}
