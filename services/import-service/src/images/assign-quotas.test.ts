import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { countSlow, countTrials, kindOf, limitsBeside, assignQuotas } from './assign-quotas.ts'
import type { Kind, StorefrontQueue } from './assign-quotas.ts'
import { quick, slow, unknown } from '../runs/slowness.ts'

const queue = (storefrontId: string, fields: Partial<StorefrontQueue>): StorefrontQueue => ({
  storefrontId,
  slowness: quick,
  due: 0,
  queued: 0,
  inHand: 0,
  held: 0,
  usedMs: 0,
  usualMs: null,
  ...fields,
})

const assign = (queues: StorefrontQueue[], window: number, hadShort = false) =>
  assignQuotas({ queues, hadShort }, window)

/** Nothing is requested yet, so that no limit is exceeded at the start: workers deal with that case. */
const anyQueues = fc.uniqueArray(
  fc
    .record({
      storefrontId: fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', '1'), minLength: 1, maxLength: 3 }),
      slowness: fc.integer({ min: quick, max: slow }),
      due: fc.integer({ min: 0, max: 12 }),
      usedMs: fc.nat(1_000),
    })
    .map(({ storefrontId, ...fields }) => queue(storefrontId, fields)),
  { selector: ({ storefrontId }) => storefrontId, maxLength: 20 },
)
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
    fc.property(anyQueues, (queues) => {
      const quotas = assign(queues, 8)
      for (const { due } of afterQueueing(queues, quotas)) expect(due).toBeGreaterThanOrEqual(0)
      for (const { images } of quotas) expect(images).toBeGreaterThan(0)
      expect(sumOf(quotas.map(({ images }) => images))).toBeLessThanOrEqual(8)
    }),
  )
})

test('quick storefronts have two workers of the four wherever they have images, and what is left of the window', () => {
  fc.assert(
    fc.property(anyQueues, (queues) => {
      fc.pre(dueOf(queues, 'quick') > 0)
      const queued = afterQueueing(queues, assign(queues, 8))
      const others = countTrials(queued) + countSlow(queued)
      expect(others).toBeLessThanOrEqual(2)
      expect(dueOf(queues, 'quick') - dueOf(queued, 'quick')).toBe(
        Math.min(dueOf(queues, 'quick'), 8 - others),
      )
    }),
  )
})

test('images of unknown and slow hosts leave a worker free after short ones of another storefront', () => {
  fc.assert(
    fc.property(anyQueues, (drawn) => {
      const queues = drawn.filter((one) => kindOf(one) !== 'quick')
      const queued = afterQueueing(queues, assign(queues, 8, true))
      expect(countTrials(queued) + countSlow(queued)).toBeLessThanOrEqual(3)
    }),
  )
})

test('a trial waits for one of three slow images after short ones of another storefront, and else takes the last worker', () => {
  const queues = [queue('slow', { slowness: slow, inHand: 3 }), queue('new', { slowness: unknown, due: 1 })]
  expect(assign(queues, 8, true)).toEqual([])
  expect(assign(queues, 8)).toEqual([{ storefrontId: 'new', images: 1 }])
})

test('slow storefronts have at least one worker, and together three at most', () => {
  fc.assert(
    fc.property(anyQueues, (queues) => {
      fc.pre(dueOf(queues, 'slow') > 0)
      const slowOnes = countSlow(afterQueueing(queues, assign(queues, 8)))
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
    fc.property(anyQueues, (queues) => {
      const queued = afterQueueing(queues, assign(queues, 8))
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
  const quotas = assign(queues, 8)
  const doubts = quotas.map(
    ({ storefrontId }) => queues.find((one) => one.storefrontId === storefrontId)?.slowness,
  )
  expect(doubts.slice(4).every((doubt) => doubt === unknown + 1)).toBe(true)
  expect(doubts.slice(0, 4)).toEqual([unknown, unknown, unknown, unknown])
})

describe('of a kind', () => {
  test('the next image is of the storefront that has used least of the time of workers', () => {
    fc.assert(
      fc.property(anyQueues, (drawn) => {
        const queues = drawn.map((one) => ({ ...one, slowness: quick, due: 12 }))
        const quotas = assign(queues, 8)
        const usedBy = (one: StorefrontQueue) =>
          one.usedMs +
          100 * (quotas.find(({ storefrontId }) => storefrontId === one.storefrontId)?.images ?? 0)
        for (const { storefrontId } of quotas) {
          const served = queues.find((one) => one.storefrontId === storefrontId)
          for (const other of queues) expect(usedBy(served ?? other) - 100).toBeLessThanOrEqual(usedBy(other))
        }
      }),
    )
  })

  test('images that are queued and those of the workers count as used', () => {
    const usual = { due: 9, usualMs: 50 }
    const queues = [
      queue('a', { ...usual, usedMs: 20, queued: 2 }),
      queue('b', { ...usual, usedMs: 60 }),
      queue('c', { ...usual, usedMs: 100 }),
    ]
    expect(assign(queues, 5)).toEqual([
      { storefrontId: 'b', images: 2 },
      { storefrontId: 'c', images: 1 },
    ])
  })

  test.each([
    [200, 8, 7, 8],
    [201, 5, 2, 3],
  ])(
    'of those that take %d ms each %d are requested at a time, beside a trial %d, after shorter ones %d',
    (usualMs, most, besideTrial, lately) => {
      const queues = ['a', 'b'].map((id) => queue(id, { due: 9, usualMs }))
      expect(sumOf(assign(queues, 8).map(({ images }) => images))).toBe(most)
      const trial = queue('new', { due: 1, slowness: unknown })
      expect(sumOf(assign([...queues, trial], 8).map(({ images }) => images))).toBe(besideTrial + 1)
      expect(sumOf(assign(queues, 8, true).map(({ images }) => images))).toBe(lately)
      const short = queue('c', { due: 9, usedMs: 10_000, usualMs: 30 })
      expect(sumOf(assign([...queues, short], 8).map(({ images }) => images))).toBe(8)
    },
  )
})

test('an image that is held by a storefront on trial counts as slow, and leaves room for the next trial', () => {
  const held = queue('a', { slowness: unknown + 2, due: 9, inHand: 1, held: 1 })
  expect(countSlow([held])).toBe(1)
  expect(countTrials([held])).toBe(0)
  const quotas = assign([held, queue('b', { slowness: unknown, due: 9 })], 8)
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
  expect(
    limitsBeside({ queues: queues.map((fields, index) => queue(`s${index}`, fields)), hadShort: false }).slow,
  ).toBe(most)
})
