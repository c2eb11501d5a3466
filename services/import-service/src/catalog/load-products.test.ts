import { describe, expect, test } from '@jest/globals'
import { useTestContext } from '../testing/use-test-context.ts'
import { loadProducts } from './read.sql.ts'

const service = useTestContext()

describe('stored products with long texts', () => {
  test('are loaded whole, a few at a time', async () => {
    const handles = await storeNovels('shop-of-novels', 50)
    const products = await loadProducts(service.database, 'shop-of-novels', ['pamphlet', ...handles])
    expect(products.map(({ handle }) => handle).toSorted()).toEqual(handles.toSorted())
    for (const { descriptionHtml, metadata, variants } of products) {
      expect(descriptionHtml).toHaveLength(novelBytes)
      expect(metadata).toEqual({ blurb: expect.stringMatching(/^b{9000}$/) })
      expect(variants).toMatchObject([{ sku: expect.stringMatching(/^novel-/) }])
    }
  })

  test('are too complex if a worker has no memory for all of them', async () => {
    const handles = await storeNovels('library', 500)
    await expect(loadProducts(service.database, 'library', handles)).rejects.toMatchObject({
      code: 'too_complex',
    })
  })
})

const novelBytes = 250_000

/** Stores products whose descriptions have almost a quarter of a megabyte each. */
async function storeNovels(storefrontId: string, count: number): Promise<string[]> {
  await service.database.raw(
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
