import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { noneServed } from './find-queues.ts'
import { countSlow, countTrials, kindOf, limitsBeside, assignQuotas } from './assign-quotas.ts'
import type { Kind, StorefrontQueue } from './assign-quotas.ts'
import { quick, slow, unknown } from './slowness.ts'

const queue = (storefrontId: string, fields: Partial<StorefrontQueue>): StorefrontQueue => ({
  storefrontId,
  slowness: quick,
  due: 0,
  queued: 0,
  inHand: 0,
  held: 0,
  ...fields,
})

/** Nothing is requested yet, so that no limit is exceeded at the start: workers deal with that case. */
const anyQueues = fc.uniqueArray(
  fc
    .record({
      storefrontId: fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', '1'), minLength: 1, maxLength: 3 }),
      slowness: fc.integer({ min: quick, max: slow }),
      due: fc.integer({ min: 0, max: 12 }),
    })
    .map(({ storefrontId, ...fields }) => queue(storefrontId, fields)),
  { selector: ({ storefrontId }) => storefrontId, maxLength: 20 },
)
const anyAfter = fc.record({
  quick: fc.constantFrom('', 'a', 'B1', '__'),
  trial: fc.constantFrom('', 'a', 'B1', '__'),
  slow: fc.constantFrom('', 'a', 'B1', '__'),
})
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
const dueOf = (queues: StorefrontQueue[], kind: Kind) =>
  sumOf(queues.filter((one) => kindOf(one) === kind).map(({ due }) => due))

/** The queues after the assigned images have been requested. */
function afterQueueing(
  queues: StorefrontQueue[],
  quotas: readonly { storefrontId: string; images: number }[],
): StorefrontQueue[] {
  return queues.map((one) => {
    const images = quotas.find(({ storefrontId }) => storefrontId === one.storefrontId)?.images ?? 0
    return { ...one, due: one.due - images, queued: one.queued + images }
  })
}

test('nobody gets more than is due, and the window is never more than full', () => {
  fc.assert(
    fc.property(anyQueues, anyAfter, (queues, after) => {
      const { quotas } = assignQuotas(queues, { images: 8, after })
      for (const { due } of afterQueueing(queues, quotas)) expect(due).toBeGreaterThanOrEqual(0)
      for (const { images } of quotas) expect(images).toBeGreaterThan(0)
      expect(sumOf(quotas.map(({ images }) => images))).toBeLessThanOrEqual(8)
    }),
  )
})

test('quick storefronts have two workers of the four wherever they have images, and what is left of the window', () => {
  fc.assert(
    fc.property(anyQueues, anyAfter, (queues, after) => {
      fc.pre(dueOf(queues, 'quick') > 0)
      const queued = afterQueueing(queues, assignQuotas(queues, { images: 8, after }).quotas)
      const others = countTrials(queued) + countSlow(queued)
      expect(others).toBeLessThanOrEqual(2)
      expect(dueOf(queues, 'quick') - dueOf(queued, 'quick')).toBe(
        Math.min(dueOf(queues, 'quick'), 8 - others),
      )
    }),
  )
})

test('slow storefronts have at least one worker, and together three at most', () => {
  fc.assert(
    fc.property(anyQueues, anyAfter, (queues, after) => {
      fc.pre(dueOf(queues, 'slow') > 0)
      const slowOnes = countSlow(afterQueueing(queues, assignQuotas(queues, { images: 8, after }).quotas))
      expect(slowOnes).toBeGreaterThanOrEqual(1)
      expect(slowOnes).toBeLessThanOrEqual(3)
      if (dueOf(queues, 'quick') + dueOf(queues, 'trial') === 0) {
        expect(slowOnes).toBe(Math.min(3, dueOf(queues, 'slow')))
      }
    }),
  )
})

test('a storefront of which it is not known has one image in the queue, unless there is nobody else', () => {
  fc.assert(
    fc.property(anyQueues, anyAfter, (queues, after) => {
      const queued = afterQueueing(queues, assignQuotas(queues, { images: 8, after }).quotas)
      const alone = queues.filter(({ due }) => due > 0).length === 1
      for (const one of queued) {
        if (kindOf(one) === 'trial') expect(one.queued).toBeLessThanOrEqual(alone ? 3 : 1)
      }
    }),
  )
})

test('those in less doubt are tried first', () => {
  const queues = Array.from({ length: 12 }, (_, index) =>
    queue(`s${10 + index}`, { slowness: unknown + 2 - (index % 3), due: 5 }),
  )
  const { quotas } = assignQuotas(queues, { images: 8, after: noneServed })
  const doubts = quotas.map(
    ({ storefrontId }) => queues.find((one) => one.storefrontId === storefrontId)?.slowness,
  )
  expect(doubts.slice(4).every((doubt) => doubt === unknown + 1)).toBe(true)
  expect(doubts.slice(0, 4)).toEqual([unknown, unknown, unknown, unknown])
})

describe('of a kind', () => {
  test('none gets two more than another, and the first one changes', () => {
    fc.assert(
      fc.property(anyQueues, anyAfter, (given, after) => {
        const queues = given.map((one) => ({ ...one, slowness: quick, due: 12 }))
        const { quotas, after: next } = assignQuotas(queues, { images: 8, after })
        const counts = queues.map(
          ({ storefrontId }) => quotas.find((one) => one.storefrontId === storefrontId)?.images ?? 0,
        )
        if (queues.length > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        const served = new Set(quotas.map(({ storefrontId }) => storefrontId))
        let last = next
        for (let round = 1; round < Math.ceil(queues.length / 8); round += 1) {
          const again = assignQuotas(queues, { images: 8, after: last })
          last = again.after
          for (const { storefrontId } of again.quotas) served.add(storefrontId)
        }
        expect(served.size).toBe(queues.length)
      }),
    )
  })

  test('a turn of another kind does not move it', () => {
    const queues = [
      ...['a', 'b', 'c', 'd'].map((id) => queue(id, { due: 100 })),
      queue('x', { slowness: slow, due: 100 }),
      queue('y', { slowness: unknown, due: 100 }),
    ]
    let after = noneServed
    const served = new Map<string, number>()
    for (let round = 0; round < 8; round += 1) {
      // Room for one image of each other kind, and for one of these.
      const answer = assignQuotas(queues, { images: 3, after })
      after = answer.after
      for (const { storefrontId, images } of answer.quotas) {
        served.set(storefrontId, (served.get(storefrontId) ?? 0) + images)
      }
    }
    expect(Object.fromEntries(served)).toEqual({ a: 2, b: 2, c: 2, d: 2, x: 8, y: 8 })
  })
})

test('an image that is held by a storefront on trial counts as slow, and leaves room for the next trial', () => {
  const held = queue('a', { slowness: unknown + 2, due: 9, inHand: 1, held: 1 })
  expect(countSlow([held])).toBe(1)
  expect(countTrials([held])).toBe(0)
  const { quotas } = assignQuotas([held, queue('b', { slowness: unknown, due: 9 })], {
    images: 8,
    after: noneServed,
  })
  expect(quotas).toEqual([
    { storefrontId: 'b', images: 1 },
    { storefrontId: 'a', images: 1 },
  ])
})

test.each<[string, Partial<StorefrontQueue>[], number]>([
  ['nobody', [], 3],
  ['slow ones', [{ slowness: slow, due: 9 }], 3],
  ['quick ones', [{ due: 9 }], 2],
  ['quick ones that have all in hand', [{ inHand: 4 }], 3],
  ['trials', [{ slowness: unknown, due: 9 }], 1],
])('beside %s slow ones may have so many', (_, queues, most) => {
  expect(limitsBeside(queues.map((fields, index) => queue(`s${index}`, fields))).slow).toBe(most)
})

test('ten images wait for ten images of each other quick storefront, however many images those have', () => {
  const others = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'.split('')), {
    minLength: 1,
    maxLength: 16,
  })
  fc.assert(
    fc.property(others, fc.nat(100), (ids, handledBefore) => {
      const waiting = new Map(ids.map((id) => [id, 10_000]))
      const requested: string[] = []
      let after = noneServed
      let handledWhileWaiting = 0
      for (let handled = 0; waiting.get('few') !== 0 || requested.includes('few'); handled += 1) {
        if (handled === handledBefore) waiting.set('few', 10)
        if (handled >= handledBefore) handledWhileWaiting += 1
        const queues = [...waiting].map(([id, count]) =>
          queue(id, { due: Math.min(count, 8), queued: requested.filter((one) => one === id).length }),
        )
        const answer = assignQuotas(queues, { images: 8, after })
        after = answer.after
        for (const { storefrontId, images } of answer.quotas) {
          waiting.set(storefrontId, (waiting.get(storefrontId) ?? 0) - images)
          requested.push(...Array.from({ length: images }, () => storefrontId))
        }
        requested.shift()
      }
      expect(handledWhileWaiting).toBeLessThanOrEqual(8 + 10 * (ids.length + 1))
    }),
  )
})
