import { expect, test } from '@jest/globals'
import { createTurns } from './take-turns.ts'

const { signal } = new AbortController()

test('works run one at a time and in order, whatever becomes of them', async () => {
  const takeTurn = createTurns()
  const events: string[] = []
  const work = (name: string, fails: boolean) => async () => {
    events.push(`${name} begins`)
    await new Promise(setImmediate)
    events.push(`${name} ends`)
    if (fails) throw new Error(name)
    return name
  }
  const results = await Promise.allSettled([
    takeTurn(work('a', false), signal),
    takeTurn(work('b', true), signal),
    takeTurn(work('c', false), signal),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('a work that is given up while it waits is not begun', async () => {
  const takeTurn = createTurns()
  const first = Promise.withResolvers<void>()
  const controller = new AbortController()
  const running = takeTurn(() => first.promise, signal)
  let begun = false
  const waiting = takeTurn(() => {
    begun = true
    return Promise.resolve()
  }, controller.signal)
  controller.abort(new Error('enough'))
  first.resolve()
  await running
  await expect(waiting).rejects.toThrow('enough')
  expect(begun).toBe(false)
})
