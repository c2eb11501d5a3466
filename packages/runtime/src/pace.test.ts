import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { Pace, toRetryAfterS } from './pace.ts'

test('before any task has ended, one that runs is expected to take as long again', () => {
  expect(new Pace().restOf(4_000)).toBe(4_000)
})

test('a task is expected to take what others took for its cost, and once it is late, as long again as it is late', () => {
  const pace = new Pace()
  pace.record(20_000, 2)
  expect(pace.restOf(0, 3)).toBe(30_000)
  expect(pace.restOf(25_000, 3)).toBe(5_000)
  expect(pace.restOf(40_000, 3)).toBe(10_000)
})

test('the task that ended last counts most, and the average stays within what was measured', () => {
  const took = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(took, (times) => {
      const pace = new Pace()
      for (const ms of times) pace.record(ms)
      expect(pace.ms).toBeGreaterThanOrEqual(Math.min(...times) - 1)
      expect(pace.ms).toBeLessThanOrEqual(Math.max(...times) + 1)
    }),
  )
})

test.each([
  [0, 1],
  [1, 1],
  [1_001, 2],
  [3_600_000, 60],
  [Infinity, 60],
])('a wait of %d ms is %d s of Retry-After', (ms, seconds) => {
  expect(toRetryAfterS(ms)).toBe(seconds)
})
