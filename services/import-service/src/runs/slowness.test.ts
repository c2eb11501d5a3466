import { expect, test } from '@jest/globals'
import { askAfterMs, patienceMs, quick, slow, slowAfterMs, slowedBy, unknown } from './slowness.ts'

test('a run that is not known is tried three times, each with more patience, before it is slow', () => {
  const patiences: number[] = []
  let slowness = unknown
  while (slowness !== slow) {
    patiences.push(patienceMs(slowness))
    slowness = slowedBy(slowness, patienceMs(slowness))
  }
  expect(patiences).toEqual([100, 300, 1_000])
})

test.each([quick, unknown])(
  'one image that takes very long makes no run of slowness %d slow, two do',
  (slowness) => {
    const once = slowedBy(slowness, 30_000)
    expect(once).toBeGreaterThan(unknown)
    expect(once).toBeLessThan(slow)
    expect(slowedBy(once, 30_000)).toBe(slow)
    expect(slowedBy(slow, 30_000)).toBe(slow)
  },
)

test('a worker asks when the patience with any run is over, then each second', () => {
  const asked: number[] = []
  for (let waited = patienceMs(unknown); waited < 4_000; waited += askAfterMs(waited)) asked.push(waited)
  expect(asked).toEqual([100, 300, slowAfterMs, 2_000, 3_000])
  expect(askAfterMs(99.7)).toBe(1)
})
