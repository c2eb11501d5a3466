import { expect, test } from '@jest/globals'
import { planOf, planOfNew, plannedImage, plannedProduct, plannedVariant } from '@catalog/preview/testing'
import { applyPlan } from './apply.ts'
import { query, sql } from '../postgres/database.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = useTestContext()

test('a large import reads each product a few times, even if its connection first wrote to empty tables', async () => {
  // As it is before the first analyze, which must not come during the test.
  await service.database.raw('alter table products set (autovacuum_enabled = off)')
  const products = 500
  const large = planOfNew(products, { images: 2 })
  // With few pages, the planner expects one row from any index.
  for (const product of large.products.adds) product.descriptionHtml = 'long '.repeat(300)
  await service.database.transaction(async (transaction) => {
    // PostgreSQL plans a check five times for its values, and then once for all values.
    await applyPlan(transaction, 'small', planOfNew(6, { images: 1 }), [])
    const before = await rowsRead(transaction, 'products')
    await applyPlan(transaction, 'large', large, [])
    expect((await rowsRead(transaction, 'products')) - before).toBeLessThanOrEqual(10 * products)
  })
})

const gone = '0195d0c0-0000-7000-8000-000000000001'
test.each<[string, Parameters<typeof planOf>[0]]>([
  ['product', { products: { updates: [plannedProduct({ productId: gone })] } }],
  ['variant', { variants: { updates: [plannedVariant(gone)] } }],
  ['image', { images: { updates: [plannedImage(gone)] } }],
  ['product of which a part changes', { touched: [{ productId: gone, version: 1 }] }],
])('nothing is applied if a %s that the plan changes is not there (INV-11)', async (_what, parts) => {
  const { database } = service
  const plan = planOf({ ...parts, products: { adds: [plannedProduct()], ...parts.products } })
  const apply = database.transaction((transaction) => applyPlan(transaction, 'incomplete', plan, []))
  await expect(apply).rejects.toThrow('1 rows were to change, 0 did')
  expect(await query(database, sql`select from products where storefront_id = 'incomplete'`)).toEqual([])
})
