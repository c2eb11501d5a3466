import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { noTurns } from './find-lines.ts'
import { countSlow, countTrials, kindOf, limitsBeside, shareWindow } from './share-window.ts'
import type { Kind, Line } from './share-window.ts'
import { quick, slow, unknown } from './slowness.ts'

const line = (storefrontId: string, fields: Partial<Line>): Line => ({
  storefrontId,
  slowness: quick,
  due: 0,
  queued: 0,
  inHand: 0,
  held: 0,
  ...fields,
})

/** Without limits that would have been overstepped before: those are for workers to notice. */
const anyLines = fc.uniqueArray(
  fc
    .record({
      storefrontId: fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', '1'), minLength: 1, maxLength: 3 }),
      slowness: fc.integer({ min: quick, max: slow }),
      due: fc.integer({ min: 0, max: 12 }),
    })
    .map(({ storefrontId, ...fields }) => line(storefrontId, fields)),
  { selector: ({ storefrontId }) => storefrontId, maxLength: 20 },
)
const anyAfter = fc.record({
  quick: fc.constantFrom('', 'a', 'B1', '__'),
  trial: fc.constantFrom('', 'a', 'B1', '__'),
  slow: fc.constantFrom('', 'a', 'B1', '__'),
})
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
const dueOf = (lines: Line[], kind: Kind) =>
  sumOf(lines.filter((one) => kindOf(one) === kind).map(({ due }) => due))

/** The lines once what was dealt lies in the queue. */
function queue(lines: Line[], shares: readonly { storefrontId: string; images: number }[]): Line[] {
  return lines.map((one) => {
    const images = shares.find(({ storefrontId }) => storefrontId === one.storefrontId)?.images ?? 0
    return { ...one, due: one.due - images, queued: one.queued + images }
  })
}

test('nobody gets more than is due, and the window is never more than full', () => {
  fc.assert(
    fc.property(anyLines, anyAfter, (lines, after) => {
      const { shares } = shareWindow(lines, { images: 8, after })
      for (const { due } of queue(lines, shares)) expect(due).toBeGreaterThanOrEqual(0)
      for (const { images } of shares) expect(images).toBeGreaterThan(0)
      expect(sumOf(shares.map(({ images }) => images))).toBeLessThanOrEqual(8)
    }),
  )
})

test('quick storefronts have two workers of the four wherever they have images, and what is left of the window', () => {
  fc.assert(
    fc.property(anyLines, anyAfter, (lines, after) => {
      fc.pre(dueOf(lines, 'quick') > 0)
      const queued = queue(lines, shareWindow(lines, { images: 8, after }).shares)
      const others = countTrials(queued) + countSlow(queued)
      expect(others).toBeLessThanOrEqual(2)
      expect(dueOf(lines, 'quick') - dueOf(queued, 'quick')).toBe(Math.min(dueOf(lines, 'quick'), 8 - others))
    }),
  )
})

test('slow storefronts have at least one worker, and together three at most', () => {
  fc.assert(
    fc.property(anyLines, anyAfter, (lines, after) => {
      fc.pre(dueOf(lines, 'slow') > 0)
      const slowOnes = countSlow(queue(lines, shareWindow(lines, { images: 8, after }).shares))
      expect(slowOnes).toBeGreaterThanOrEqual(1)
      expect(slowOnes).toBeLessThanOrEqual(3)
      if (dueOf(lines, 'quick') + dueOf(lines, 'trial') === 0) {
        expect(slowOnes).toBe(Math.min(3, dueOf(lines, 'slow')))
      }
    }),
  )
})

test('a storefront of which it is not known has one image in the queue, unless there is nobody else', () => {
  fc.assert(
    fc.property(anyLines, anyAfter, (lines, after) => {
      const queued = queue(lines, shareWindow(lines, { images: 8, after }).shares)
      const alone = lines.filter(({ due }) => due > 0).length === 1
      for (const one of queued) {
        if (kindOf(one) === 'trial') expect(one.queued).toBeLessThanOrEqual(alone ? 3 : 1)
      }
    }),
  )
})

test('those in less doubt are tried first', () => {
  const lines = Array.from({ length: 12 }, (_, index) =>
    line(`s${10 + index}`, { slowness: unknown + 2 - (index % 3), due: 5 }),
  )
  const { shares } = shareWindow(lines, { images: 8, after: noTurns })
  const doubts = shares.map(
    ({ storefrontId }) => lines.find((one) => one.storefrontId === storefrontId)?.slowness,
  )
  expect(doubts.slice(4).every((doubt) => doubt === unknown + 1)).toBe(true)
  expect(doubts.slice(0, 4)).toEqual([unknown, unknown, unknown, unknown])
})

describe('of a kind', () => {
  test('none gets two more than another, and who comes first moves on', () => {
    fc.assert(
      fc.property(anyLines, anyAfter, (given, after) => {
        const lines = given.map((one) => ({ ...one, slowness: quick, due: 12 }))
        const { shares, after: next } = shareWindow(lines, { images: 8, after })
        const counts = lines.map(
          ({ storefrontId }) => shares.find((one) => one.storefrontId === storefrontId)?.images ?? 0,
        )
        if (lines.length > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
        const served = new Set(shares.map(({ storefrontId }) => storefrontId))
        let last = next
        for (let round = 1; round < Math.ceil(lines.length / 8); round += 1) {
          const again = shareWindow(lines, { images: 8, after: last })
          last = again.after
          for (const { storefrontId } of again.shares) served.add(storefrontId)
        }
        expect(served.size).toBe(lines.length)
      }),
    )
  })

  test('a turn of another kind does not move it', () => {
    const lines = [
      ...['a', 'b', 'c', 'd'].map((id) => line(id, { due: 100 })),
      line('x', { slowness: slow, due: 100 }),
      line('y', { slowness: unknown, due: 100 }),
    ]
    let after = noTurns
    const served = new Map<string, number>()
    for (let round = 0; round < 8; round += 1) {
      // One place for each of the other kinds, and one for these.
      const answer = shareWindow(lines, { images: 3, after })
      after = answer.after
      for (const { storefrontId, images } of answer.shares) {
        served.set(storefrontId, (served.get(storefrontId) ?? 0) + images)
      }
    }
    expect(Object.fromEntries(served)).toEqual({ a: 2, b: 2, c: 2, d: 2, x: 8, y: 8 })
  })
})

test('an image that is held by a storefront on trial counts as slow, and leaves room for the next trial', () => {
  const held = line('a', { slowness: unknown + 2, due: 9, inHand: 1, held: 1 })
  expect(countSlow([held])).toBe(1)
  expect(countTrials([held])).toBe(0)
  const { shares } = shareWindow([held, line('b', { slowness: unknown, due: 9 })], {
    images: 8,
    after: noTurns,
  })
  expect(shares).toEqual([
    { storefrontId: 'b', images: 1 },
    { storefrontId: 'a', images: 1 },
  ])
})

test.each<[string, Partial<Line>[], number]>([
  ['nobody', [], 3],
  ['slow ones', [{ slowness: slow, due: 9 }], 3],
  ['quick ones', [{ due: 9 }], 2],
  ['quick ones that have all in hand', [{ inHand: 4 }], 3],
  ['trials', [{ slowness: unknown, due: 9 }], 1],
])('beside %s slow ones may have so many', (_, lines, most) => {
  expect(limitsBeside(lines.map((fields, index) => line(`s${index}`, fields))).slow).toBe(most)
})

test('ten images wait for ten turns of each other quick storefront, however many images those have', () => {
  const others = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'.split('')), {
    minLength: 1,
    maxLength: 16,
  })
  fc.assert(
    fc.property(others, fc.nat(100), (ids, handledBefore) => {
      const waiting = new Map(ids.map((id) => [id, 10_000]))
      const requested: string[] = []
      let after = noTurns
      let handledWhileWaiting = 0
      for (let handled = 0; waiting.get('few') !== 0 || requested.includes('few'); handled += 1) {
        if (handled === handledBefore) waiting.set('few', 10)
        if (handled >= handledBefore) handledWhileWaiting += 1
        const lines = [...waiting].map(([id, count]) =>
          line(id, { due: Math.min(count, 8), queued: requested.filter((one) => one === id).length }),
        )
        const answer = shareWindow(lines, { images: 8, after })
        after = answer.after
        for (const { storefrontId, images } of answer.shares) {
          waiting.set(storefrontId, (waiting.get(storefrontId) ?? 0) - images)
          requested.push(...Array.from({ length: images }, () => storefrontId))
        }
        requested.shift()
      }
      expect(handledWhileWaiting).toBeLessThanOrEqual(8 + 10 * (ids.length + 1))
    }),
  )
})
