import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { Turns } from './turns.ts'
import type { TurnLimits } from './turns.ts'

const stays = new AbortController().signal
const full = () => new Error('full')
/** Longer than a test. */
const waitMs = 1_000_000

describe('turns', () => {
  test('go round among keys whose work costs the same', async () => {
    const { begun, ask, finish } = stage({ places: 1 })
    for (const key of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(key)
    await settled()
    for (let i = 0; i < 6; i++) await finish()
    expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('come for small work before large work that waits already', async () => {
    const { begun, ask, finish } = stage({ places: 1 })
    for (const key of ['a', 'a', 'b', 'c']) ask(key, 1_000)
    ask('small', 1)
    await settled()
    for (let i = 0; i < 4; i++) await finish()
    expect(begun).toEqual(['a', 'small', 'b', 'c', 'a'])
  })

  test('come for large work though small work keeps coming', async () => {
    const { begun, ask, finish } = stage({ places: 1 })
    ask('first', 1)
    ask('large', 100)
    for (let i = 0; i < 300 && !begun.includes('large'); i++) {
      ask(`small-${i}`, 1)
      await settled()
      await finish()
    }
    expect(begun).toContain('large')
  })

  test('leave places to others where one key has work for all of them', async () => {
    const { begun, ask } = stage({ places: 3, placesOfOne: 2 })
    for (const key of ['a', 'a', 'a', 'a']) ask(key)
    await settled()
    expect(begun).toEqual(['a', 'a'])
    ask('b')
    await settled()
    expect(begun).toEqual(['a', 'a', 'b'])
  })

  test('are taken from whoever waits most often, where too many wait', async () => {
    const { begun, ask, finish, refused } = stage({ places: 1, maxWaiting: 3 })
    for (const key of ['a', 'a', 'a', 'a', 'a', 'b']) ask(key)
    await settled()
    expect(refused).toEqual(['a', 'a'])
    for (let i = 0; i < 3; i++) await finish()
    expect(begun).toEqual(['a', 'b', 'a', 'a'])
  })

  test('are not waited for by a caller who has left', async () => {
    const turns = new Turns({ places: 1, placesOfOne: 1, maxWaiting: 10, waitMs }, full)
    const gate = Promise.withResolvers<void>()
    const first = turns.take({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    const caller = new AbortController()
    const second = turns.take({ key: 'b', cost: 1, signal: caller.signal }, async () => 'never')
    caller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    const gone = { key: 'b', cost: 1, signal: caller.signal }
    await expect(turns.take(gone, async () => 'never')).rejects.toThrow('gone')
    gate.resolve()
    await first
    expect(await turns.take({ key: 'c', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('are refused to those who have waited for too long, and only to them', async () => {
    const turns = new Turns({ places: 1, placesOfOne: 1, maxWaiting: 10, waitMs: 20 }, full)
    const gate = Promise.withResolvers<void>()
    const first = turns.take({ key: 'a', cost: 1, signal: stays }, () => gate.promise)
    await expect(turns.take({ key: 'b', cost: 1, signal: stays }, async () => 'never')).rejects.toThrow(
      'full',
    )
    gate.resolve()
    await first
    expect(await turns.take({ key: 'b', cost: 1, signal: stays }, async () => 'done')).toBe('done')
  })

  test('come back where the work fails', async () => {
    const turns = new Turns({ places: 1, placesOfOne: 1, maxWaiting: 10, waitMs }, full)
    const of = { key: 'a', cost: 1, signal: stays }
    await expect(turns.take(of, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns.take(of, async () => 'done')).toBe('done')
  })

  test('all come, once each, and the smallest waits for no more than what had begun', async () => {
    const works = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), cost: fc.integer({ min: 2, max: 1_000 }) }),
      { minLength: 1, maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(works, async (asked) => {
        const { begun, ask, finish } = stage({ places: 1 })
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

/** Works that go on until they are told to finish, in the order in which they began. */
function stage({ places = 1, placesOfOne = places, maxWaiting = 1_000 }: Partial<TurnLimits>) {
  const turns = new Turns({ places, placesOfOne, maxWaiting, waitMs }, full)
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
      turns.take({ key, cost, signal: stays }, work).catch(({ message }: Error) => {
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
