import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { FairQueue } from './fair-queue.ts'
import type { FairQueueLimits } from './fair-queue.ts'

const stays = new AbortController().signal
const full = () => new Error('full')
/** Longer than a test. */
const waitMs = 1_000_000

/** Aborted after each test: tasks that still wait would keep the process alive with their timers. */
let end: AbortController
beforeEach(() => {
  end = new AbortController()
})
afterEach(() => end.abort())

describe('a fair queue', () => {
  test('serves keys whose tasks cost the same round robin', async () => {
    const { begun, ask, finish } = stage({ slots: 1 })
    for (const key of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(key)
    await settled()
    for (let i = 0; i < 6; i++) await finish()
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('runs a small task before large ones that wait already', async () => {
    const { begun, ask, finish } = stage({ slots: 1 })
    for (const key of ['a', 'a', 'b', 'c']) ask(key, 1_000)
    ask('small', 1)
    await settled()
    for (let i = 0; i < 4; i++) await finish()
    expect(begun).toEqual(['a', 'small', 'b', 'c', 'a'])
  })

  test('runs a large task though small ones keep coming', async () => {
    const { begun, ask, finish } = stage({ slots: 1 })
    ask('first', 1)
    ask('large', 100)
    for (let i = 0; i < 300 && !begun.includes('large'); i++) {
      ask(`small-${i}`, 1)
      await settled()
      await finish()
    }
    expect(begun).toContain('large')
  })

  test('leaves slots to others where one key has tasks for all of them', async () => {
    const { begun, ask } = stage({ slots: 3, slotsPerKey: 2 })
    for (const key of ['a', 'a', 'a', 'a']) ask(key)
    await settled()
    expect(begun).toEqual(['a', 'a'])
    ask('b')
    await settled()
    expect(begun).toEqual(['a', 'a', 'b'])
  })

  test('leaves a slot to small tasks, however many keys have large ones', async () => {
    const { begun, ask, finish } = stage({ slots: 3, largeCost: 10 })
    for (const key of ['a', 'b', 'c']) ask(key, 11)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    ask('small', 10)
    await settled()
    expect(begun).toEqual(['a', 'b', 'small'])
    await finish()
    expect(begun).toEqual(['a', 'b', 'small', 'c'])
  })

  test('runs large tasks where there is only one slot', async () => {
    const { begun, ask, finish } = stage({ slots: 1, largeCost: 10 })
    for (const key of ['a', 'b']) ask(key, 11)
    await settled()
    await finish()
    expect(begun).toEqual(['a', 'b'])
  })

  test('rejects tasks of the key with the most waiting, where too many wait', async () => {
    const { begun, ask, finish, refused } = stage({ slots: 1, maxWaiting: 3 })
    for (const key of ['a', 'a', 'a', 'a', 'a', 'b']) ask(key)
    await settled()
    expect(refused).toEqual(['a', 'a'])
    for (let i = 0; i < 3; i++) await finish()
    expect(begun).toEqual(['a', 'b', 'a', 'a'])
  })

  test('drops a task whose caller has left', async () => {
    const queue = new FairQueue({ slots: 1, slotsPerKey: 1, maxWaiting: 10, waitMs }, full)
    const gate = Promise.withResolvers<void>()
    const first = queue.run({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    const caller = new AbortController()
    const second = queue.run({ key: 'b', cost: 1, signal: caller.signal }, async () => 'never')
    caller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    const gone = { key: 'b', cost: 1, signal: caller.signal }
    await expect(queue.run(gone, async () => 'never')).rejects.toThrow('gone')
    gate.resolve()
    await first
    expect(await queue.run({ key: 'c', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('rejects a task that has waited for too long, and no other', async () => {
    const queue = new FairQueue({ slots: 1, slotsPerKey: 1, maxWaiting: 10, waitMs: 20 }, full)
    const gate = Promise.withResolvers<void>()
    const first = queue.run({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    await expect(queue.run({ key: 'b', cost: 1, signal: stays }, async () => 'never')).rejects.toThrow('full')
    gate.resolve()
    await first
    expect(await queue.run({ key: 'b', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('frees the slot of a task that fails', async () => {
    const queue = new FairQueue({ slots: 1, slotsPerKey: 1, maxWaiting: 10, waitMs }, full)
    const of = { key: 'a', cost: 1, signal: stays }
    await expect(queue.run(of, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(of, async () => 'done')).toBe('done')
  })

  test('runs every task once, and the smallest waits only for what had begun', async () => {
    const works = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), cost: fc.integer({ min: 2, max: 1_000 }) }),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(works, async (asked) => {
        const { begun, ask, finish } = stage({ slots: 1 })
        for (const { key, cost } of asked) ask(key, cost)
        ask('smallest', 1)
        await settled()
        for (const _ of asked) await finish()
        expect(begun.toSorted()).toEqual([...asked.map(({ key }) => key), 'smallest'].toSorted())
        expect(begun.indexOf('smallest')).toBe(1)
      }),
    )
  })
})

/** Tasks that run until `finish` is called, in the order in which they began. */
function stage({ slots = 1, slotsPerKey = slots, maxWaiting = 1_000, ...limits }: Partial<FairQueueLimits>) {
  const queue = new FairQueue({ slots, slotsPerKey, maxWaiting, waitMs, ...limits }, full)
  const begun: string[] = []
  const refused: string[] = []
  const gates: (() => void)[] = []
  return {
    begun,
    refused,
    ask: (key: string, cost = 1) => {
      const work = () => {
        begun.push(key)
        return new Promise<void>((resolve) => gates.push(resolve))
      }
      const { signal } = end
      queue.run({ key, cost, signal }, work).catch(({ message }: Error) => {
        if (signal.aborted) return
        expect(message).toBe('full')
        refused.push(key)
      })
    },
    finish: async () => {
      gates.shift()?.()
      await settled()
    },
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
