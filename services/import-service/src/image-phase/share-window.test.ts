import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { shareWindow } from './share-window.ts'
import type { Line } from './share-window.ts'

const lines = fc.uniqueArray(
  fc.record<Line>({
    storefrontId: fc.string({ unit: fc.constantFrom('a', 'B', '-', '_', '1'), minLength: 1, maxLength: 3 }),
    due: fc.integer({ min: 1, max: 12 }),
    requested: fc.integer({ min: 0, max: 4 }),
    isSlow: fc.boolean(),
  }),
  { selector: ({ storefrontId }) => storefrontId, maxLength: 20 },
)
const after = fc.constantFrom('', 'a', 'B1', '__')
const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

function share(given: Line[], last: string) {
  const requested = sumOf(given.map((line) => line.requested))
  const answer = shareWindow(given, { images: 12, workers: 4, requested, after: last })
  return { ...answer, requested, dealt: sumOf(answer.shares.map(({ images }) => images)) }
}

test('the window is filled as far as there are images, and never beyond', () => {
  fc.assert(
    fc.property(lines, after, (given, last) => {
      const { shares, requested, dealt } = share(given, last)
      for (const { storefrontId, images } of shares) {
        expect(images).toBeGreaterThan(0)
        expect(images).toBeLessThanOrEqual(given.find((line) => line.storefrontId === storefrontId)?.due ?? 0)
      }
      const quick = given.filter(({ isSlow }) => !isSlow)
      const room = Math.max(0, 12 - requested)
      expect(dealt).toBeLessThanOrEqual(room)
      expect(dealt).toBeGreaterThanOrEqual(Math.min(room, sumOf(quick.map(({ due }) => due))))
      // No worker is idle while anybody has an image.
      expect(requested + dealt).toBeGreaterThanOrEqual(
        Math.min(4, requested + sumOf(given.map(({ due }) => due))),
      )
    }),
  )
})

test('of storefronts that have images none gets two more than another, and who comes first moves on', () => {
  fc.assert(
    fc.property(lines, after, (given, last) => {
      const quick = given.map((line) => ({ ...line, isSlow: false, due: 12, requested: 0 }))
      const { shares, after: next } = share(quick, last)
      const counts = quick.map(
        ({ storefrontId }) => shares.find((one) => one.storefrontId === storefrontId)?.images ?? 0,
      )
      if (quick.length > 0) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      if (quick.length <= 12) return
      const again = share(quick, next).shares.map(({ storefrontId }) => storefrontId)
      const missed = quick.filter((line) => shares.every((one) => one.storefrontId !== line.storefrontId))
      for (const { storefrontId } of missed) expect(again).toContain(storefrontId)
    }),
  )
})

test('a slow storefront leaves half of the workers to those that have images', () => {
  fc.assert(
    fc.property(lines, after, (given, last) => {
      const { shares, requested, dealt } = share(given, last)
      if (requested + dealt <= 4) return
      for (const line of given) {
        const images = shares.find(({ storefrontId }) => storefrontId === line.storefrontId)?.images ?? 0
        if (line.isSlow && images > 0) expect(line.requested + images).toBeLessThanOrEqual(4)
      }
      const slow = given.filter(({ isSlow }) => isSlow)
      const others = given.filter(({ isSlow }) => !isSlow)
      if (slow.length !== 1 || sumOf(others.map(({ due }) => due)) < 12) return
      const [one] = slow
      const images = shares.find(({ storefrontId }) => storefrontId === one?.storefrontId)?.images ?? 0
      expect(images).toBeLessThanOrEqual(Math.max(0, 2 - (one?.requested ?? 0)))
    }),
  )
})

test('ten images wait for ten turns of each other storefront, however many images those have', () => {
  const others = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'.split('')), {
    minLength: 1,
    maxLength: 16,
  })
  fc.assert(
    fc.property(others, fc.nat(100), (ids, handledBefore) => {
      const waiting = new Map(ids.map((id) => [id, 10_000]))
      const queue: string[] = []
      let last = ''
      let handledWhileWaiting = 0
      for (let handled = 0; waiting.get('few') !== 0 || queue.includes('few'); handled += 1) {
        if (handled === handledBefore) waiting.set('few', 10)
        if (handled >= handledBefore) handledWhileWaiting += 1
        const lined = waiting.entries().map(([storefrontId, count]): Line => {
          return { storefrontId, due: Math.min(count, 8), requested: 0, isSlow: false }
        })
        const { shares, after: next } = shareWindow([...lined], {
          images: 8,
          workers: 4,
          requested: queue.length,
          after: last,
        })
        last = next
        for (const { storefrontId, images } of shares) {
          waiting.set(storefrontId, (waiting.get(storefrontId) ?? 0) - images)
          queue.push(...Array.from({ length: images }, () => storefrontId))
        }
        queue.shift()
      }
      expect(handledWhileWaiting).toBeLessThanOrEqual(8 + 10 * (ids.length + 1))
    }),
  )
})
