import { expect, test } from '@jest/globals'
import { planOfNew } from '@catalog/preview/testing'
import { applyPlan } from './apply.ts'
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
