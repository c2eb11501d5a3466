import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { FairQueue } from './fair-queue.ts'
import { countSpending, spending, spendingElsewhere } from './spending.ts'
import type { Spent } from './spending.ts'

/** The kinds of which something was counted. */
const kindsOf = (spent: Spent) => Object.entries(spent).flatMap(([kind, ms]) => (ms > 1 ? [kind] : []))
const wait = () => sleep(5)

test('what is spent is counted by kind, also if it fails, and once', async () => {
  const spent = await countSpending(async (counted) => {
    await expect(spending('sql', () => wait().then(() => Promise.reject(new Error('no'))))).rejects.toThrow(
      'no',
    )
    return counted
  })
  expect(kindsOf(spent)).toEqual(['sql'])
  await spending('sql', wait)
  const { sql } = spent
  await wait()
  expect(spent.sql).toBe(sql)
})

test('the wait for a connection is no part of its statement, and the statement of a lock is part of the lock', async () => {
  const statement = await countSpending(async (spent) => {
    await spending('sql', () => spending('queue', wait))
    return spent
  })
  expect(kindsOf(statement)).toEqual(['queue'])
  const lock = await countSpending(async (spent) => {
    await spending('lock', () => spending('sql', wait))
    return spent
  })
  expect(kindsOf(lock)).toEqual(['lock'])
})

test('two requests are counted apart, and what was spent elsewhere for one is added to it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Spent>()
  const asking = countSpending(async (spent) => {
    const add = spendingElsewhere()
    await spending('queue', async () => add(await answered))
    return spent
  })
  const other = await countSpending(async (spent) => {
    await spending('sql', wait)
    answer({ queue: 0, lock: 70, sql: 7 })
    return spent
  })
  expect(await asking).toMatchObject({ lock: 70, sql: 7 })
  expect(kindsOf(other)).toEqual(['sql'])
})

test('the wait for a slot of a fair queue is counted, and the task is not', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 2, waitMs: 60_000 }, () => new Error('refused'))
  const task = { key: 'shop', cost: 1 }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const first = countSpending(async (spent) => {
    await queue.run(task, () => ended)
    return spent
  })
  const second = countSpending(async (spent) => {
    await queue.run(task, async () => undefined)
    return spent
  })
  await wait()
  end()
  expect(kindsOf(await first)).toEqual([])
  expect(kindsOf(await second)).toEqual(['queue'])
})
