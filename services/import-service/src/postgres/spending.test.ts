import { countSpending } from '@catalog/runtime'
import { expect, test } from '@jest/globals'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { connectDatabase, query, sql } from './database.ts'
import type { Statement } from './database.ts'

const service = await useTestContext()
const slow = sql`select pg_sleep(0.1)`

test('statements count as SQL, the wait for a connection as a queue', async () => {
  await using connection = connectDatabase(service.url, { maxConnections: 1 })
  const { database } = connection
  const spentBy = (statement: Statement) =>
    countSpending(async (spent) => {
      await query(database)(statement)
      return spent
    })
  const startedAt = performance.now()
  const [first, second] = await Promise.all([spentBy(slow), spentBy(sql`select 1`)])
  const elapsed = performance.now() - startedAt
  expect(first.sql).toBeGreaterThan(90)
  expect(second.queue).toBeGreaterThan(90)
  // Neither is counted twice.
  for (const { queue, sql: statements } of [first, second])
    expect(queue + statements).toBeLessThanOrEqual(elapsed)
  expect([first.lock, second.lock]).toEqual([0, 0])
})

test('locking the storefront counts as that, and not as SQL', async () => {
  const { lock, sql: statements } = await countSpending(async (spent) => {
    await service.database.transaction((transaction) => lockStorefront(transaction, 'locked', new Date()))
    return spent
  })
  expect(lock).toBeGreaterThan(0)
  expect(statements).toBe(0)
})
