import { describe, expect, test } from '@jest/globals'
import { useTestContext } from '../testing/use-test-context.ts'
import { loadProducts } from './load-products.sql.ts'

const { database } = await useTestContext()

describe('stored products with long texts', () => {
  test('are loaded whole, a few at a time', async () => {
    const handles = await storeNovels('shop-of-novels', 50)
    const products = await loadProducts(database, 'shop-of-novels', ['pamphlet', ...handles])
    expect(products.map(({ handle }) => handle).toSorted()).toEqual(handles.toSorted())
    for (const { descriptionHtml, metadata, variants } of products) {
      expect(descriptionHtml).toHaveLength(novelBytes)
      expect(metadata).toEqual({ blurb: expect.stringMatching(/^b{9000}$/) })
      expect(variants).toMatchObject([{ sku: expect.stringMatching(/^novel-/) }])
    }
  })

  test('are too complex if a worker has no memory for all of them', async () => {
    const handles = await storeNovels('library', 500)
    await expect(loadProducts(database, 'library', handles)).rejects.toMatchObject({
      code: 'too_complex',
    })
  })
})

describe('stored products with many variants and images', () => {
  test.each(['variants', 'images'] as const)(
    'are too complex if a worker has no memory for all %s, which are not read then',
    async (of) => {
      const storefrontId = `shop-of-${of}`
      const handles = await storeLarge(storefrontId, 2, of)
      const few = await loadProducts(database, storefrontId, handles.slice(0, 1))
      expect(few.map((product) => product[of].length)).toEqual([partsOfLarge])
      let read = 0
      database.on('query-response', ({ rows }: { rows: unknown[] }) => (read += rows.length))
      await expect(loadProducts(database, storefrontId, handles)).rejects.toMatchObject({
        code: 'too_complex',
      })
      expect(read).toBeGreaterThan(0)
      expect(read).toBeLessThan(100_000)
    },
  )
})

const partsOfLarge = 50_000

/** Stores products that have as many variants or images as could be imported before there was a limit. */
async function storeLarge(storefrontId: string, count: number, of: 'variants' | 'images'): Promise<string[]> {
  const part = {
    variants: `insert into variants (storefront_id, product_id, variant_id, position, price)
      select storefront_id, product_id, gen_random_uuid(), k, 1`,
    images: `insert into product_images (storefront_id, product_id, image_id, position, url, normalized_url)
      select storefront_id, product_id, gen_random_uuid(), k, 'https://x.example/' || k, 'https://x.example/' || k`,
  }[of]
  await database.raw(
    `with stored as (
       insert into products (storefront_id, product_id, handle, title, status)
       select ?, gen_random_uuid(), 'large-' || n, 'Large', 'draft' from generate_series(1, ?) n
       returning storefront_id, product_id
     )
     ${part} from stored, generate_series(1, ?) k`,
    [storefrontId, count, partsOfLarge],
  )
  return Array.from({ length: count }, (_, index) => `large-${index + 1}`)
}

const novelBytes = 250_000

/** Stores products whose descriptions have almost a quarter of a megabyte each. */
async function storeNovels(storefrontId: string, count: number): Promise<string[]> {
  await database.raw(
    `with stored as (
       insert into products (storefront_id, product_id, handle, title, description_html, metadata, status, version)
       select ?, gen_random_uuid(), 'novel-' || n, 'Novel', repeat('a', ?), jsonb_build_object('blurb', repeat('b', 9000)), 'draft', 1
       from generate_series(1, ?) n
       returning product_id, handle
     )
     insert into variants (storefront_id, product_id, variant_id, position, sku, price)
     select ?, product_id, gen_random_uuid(), 1, handle, 1 from stored`,
    [storefrontId, novelBytes, count, storefrontId],
  )
  return Array.from({ length: count }, (_, index) => `novel-${index + 1}`)
}
