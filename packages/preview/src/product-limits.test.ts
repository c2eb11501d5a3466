import { describe, expect, test } from '@jest/globals'
import type { StoredProduct } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import { previewTable } from './preview-table.ts'
import { maxImages, maxMetadataBytes, maxVariants } from './product-limits.ts'
import { emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { exportOf, fileOf } from '../../../test/support/preview/csv-files.ts'

const limits = [
  ['too_many_variants', maxVariants, { variants: 1 }],
  ['too_many_images', maxImages, { images: 1 }],
  ['too_much_metadata', maxMetadataBytes, { metadata: 1 }],
] as const

describe.each(limits)('%s', (code, limit, unit) => {
  const [kind] = Object.keys(unit)
  const of = (count: number) => productOf({ [kind ?? '']: count })

  test('is not an error of a new product with as many as are possible', async () => {
    const { counts, plan } = await preview(of(limit))
    expect(counts.errors).toBe(0)
    expect(plan.products.adds).toHaveLength(1)
  })

  test('fails every row of a new product with one more, and nothing else', async () => {
    const { rows, plan, counts } = await preview(of(limit + 1), { ...of(1), handle: 'other' })
    const culprits = rows.filter(({ errors }) => errors.some((error) => error.code === code))
    expect(culprits).toHaveLength(1)
    expect(culprits[0]?.errors).toMatchObject([{ parameters: { limit: expect.any(Number) } }])
    expect(counts).toMatchObject({ adds: 1, errors: rows.length - 1 })
    expect(plan.products.adds).toMatchObject([{ handle: 'other' }])
  })

  test('is not an error of a stored product with more, unless it grows', async () => {
    const stored = of(limit + 1)
    const unchanged = await previewOn(stored, stored)
    expect(unchanged.counts).toMatchObject({ errors: 0, updates: 0 })
    const renamed = await previewOn(stored, { ...stored, title: 'Other' })
    expect(renamed.counts).toMatchObject({ errors: 0, updates: 1 })
    const grown = await previewOn(stored, of(limit + 2))
    expect(grown.counts).toMatchObject({ errors: grown.rows.length, updates: 0 })
    expect(grown.rows.flatMap(({ errors }) => errors.map((error) => error.code))).toContain(code)
  })
})

function productOf({ variants = 1, images = 0, metadata = 0 }) {
  return makeProduct({
    handle: 'large',
    title: 'Large',
    optionNames: ['No'],
    variants: Array.from({ length: variants }, (_, n) =>
      makeVariant({ optionValues: [String(n)], price: '1.00' }),
    ),
    images: Array.from({ length: images }, (_, n) => ({ url: `https://a.example/${n}.jpg`, alt: '' })),
    metadata: Object.fromEntries(metadataOf(metadata)),
  })
}

/** That many bytes of UTF-8, of which a character has two. */
function metadataOf(bytes: number): [key: string, value: string][] {
  const [keyLength, length] = [5, 4_000]
  return Array.from({ length: Math.ceil(bytes / length) }, (_, n) => {
    const left = Math.min(length, bytes - n * length) - keyLength
    return [`k-${100 + n}`, left < 0 ? '' : 'é'.repeat(left >> 1) + 'e'.repeat(left % 2)]
  })
}

type Products = ReturnType<typeof productOf>[]

const preview = async (...products: Products) =>
  previewTable((await fileOf(exportOf(products))).table, toSlice(emptyCatalog()))

async function previewOn(product: Products[number], ...products: Products) {
  const stored: StoredProduct = {
    ...product,
    productId: 'p',
    version: 1,
    stockVersion: 0,
    variants: product.variants.map((variant, n) =>
      Object.assign({ variantId: `v-${n}`, position: n + 1 }, variant),
    ),
    images: product.images.map((image, n) => Object.assign({ imageId: `i-${n}`, position: n + 1 }, image)),
  }
  const catalog = toSlice(emptyCatalog())
  catalog.products.set(stored.handle, stored)
  return previewTable((await fileOf(exportOf(products))).table, catalog)
}
