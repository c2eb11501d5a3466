import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { Turns } from './turns.ts'

const patience = new AbortController().signal

describe('turns', () => {
  test('go to whoever has least in hand, and had the last turn longest ago', async () => {
    const { begun, ask, finish } = stage({ places: 2, maxWaiting: 100 })
    for (const key of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(key)
    await settled()
    expect(begun).toEqual(['a', 'a'])
    for (let i = 0; i < 5; i++) await finish()
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
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
    const turns = new Turns({ places: 1, maxWaiting: 10 })
    const gate = Promise.withResolvers<void>()
    const first = turns.take('a', () => gate.promise, patience)
    const caller = new AbortController()
    const second = turns.take('b', async () => 'never', caller.signal)
    caller.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    await expect(turns.take('b', async () => 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    )
    gate.resolve()
    await first
    expect(await turns.take('c', async () => 'done', patience)).toBe('done')
  })

  test('come back where the work fails', async () => {
    const turns = new Turns({ places: 1, maxWaiting: 10 })
    await expect(turns.take('a', () => Promise.reject(new Error('no')), patience)).rejects.toThrow('no')
    expect(await turns.take('a', async () => 'done', patience)).toBe('done')
  })

  test('a key with one work is never more than a round of the others away', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 30 }),
        async (keys) => {
          const { begun, ask, finish } = stage({ places: 1, maxWaiting: 100 })
          for (const key of keys) ask(key)
          ask('single')
          await settled()
          for (let i = 0; i < keys.length; i++) await finish()
          expect(begun).toHaveLength(keys.length + 1)
          // The one that had begun, and each other key once.
          expect(begun.indexOf('single')).toBeLessThanOrEqual(new Set(keys).size + 1)
        },
      ),
    )
  })
})

/** Works that go on until they are told to finish, in the order in which they began. */
function stage(limits: { places: number; maxWaiting: number }) {
  const turns = new Turns(limits)
  const begun: string[] = []
  const refused: string[] = []
  const gates: (() => void)[] = []
  return {
    begun,
    refused,
    ask: (key: string) => {
      const work = () => {
        begun.push(key)
        return new Promise<void>((resolve) => gates.push(resolve))
      }
      turns.take(key, work, patience).catch(({ code }: { code: string }) => {
        expect(code).toBe('unavailable')
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
