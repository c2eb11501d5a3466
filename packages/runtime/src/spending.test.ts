import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { FairQueue } from './fair-queue.ts'
import { countSpending, spending, spendingElsewhere } from './spending.ts'
import type { Spent } from './spending.ts'

beforeAll(() => void jest.useFakeTimers())
afterAll(() => void jest.useRealTimers())

const nothing: Spent = { queue: 0, lock: 0, sql: 0 }
/** Takes five milliseconds. */
const wait = async () => {
  jest.advanceTimersByTime(5)
}

test('what is spent is counted by kind, also if it fails, and once', async () => {
  const spent = await countSpending(async (counted) => {
    await expect(spending('sql', () => wait().then(() => Promise.reject(new Error('no'))))).rejects.toThrow(
      'no',
    )
    return counted
  })
  await spending('sql', wait)
  expect(spent).toEqual({ ...nothing, sql: 5 })
})

test('the wait for a connection is no part of its statement, and the statement of a lock is part of the lock', async () => {
  const statement = await countSpending(async (spent) => {
    await spending('sql', async () => {
      await spending('queue', wait)
      await wait()
    })
    return spent
  })
  expect(statement).toEqual({ ...nothing, queue: 5, sql: 5 })
  const lock = await countSpending(async (spent) => {
    await spending('lock', () => spending('sql', wait))
    return spent
  })
  expect(lock).toEqual({ ...nothing, lock: 5 })
})

test('two requests are counted apart, and what was spent elsewhere for one is added to it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Spent>()
  const asking = countSpending(async (spent) => {
    const add = spendingElsewhere()
    add(await answered)
    return spent
  })
  const other = await countSpending(async (spent) => {
    await spending('sql', wait)
    answer({ queue: 1, lock: 70, sql: 7 })
    return spent
  })
  expect(await asking).toEqual({ queue: 1, lock: 70, sql: 7 })
  expect(other).toEqual({ ...nothing, sql: 5 })
})

test('the wait for a slot of a fair queue is counted, and the task is not', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 2, waitMs: 60_000 }, () => new Error('refused'))
  const task = { key: 'shop', cost: 1 }
  const began = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const first = countSpending(async (spent) => {
    await queue.run(task, () => {
      began.resolve()
      return ended.promise
    })
    return spent
  })
  const second = countSpending(async (spent) => {
    await queue.run(task, wait)
    return spent
  })
  await began.promise
  await wait()
  ended.resolve()
  expect(await first).toEqual(nothing)
  expect(await second).toEqual({ ...nothing, queue: 5 })
})
