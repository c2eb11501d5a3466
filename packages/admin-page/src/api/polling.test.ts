import { expect, test } from '@jest/globals'
import { pollingPauseMs } from './polling.ts'
import { retryDelayMs } from './query-client.ts'

test.each([
  [0, 1_000],
  [10_000, 1_000],
  [60_000, 3_000],
  [300_000, 15_000],
  [86_400_000, 15_000],
  [-5_000, 1_000],
])('after %d ms of watching, the next request is sent after %d ms', (watchedMs, pauseMs) => {
  expect(pollingPauseMs(1_000_000, 1_000_000 + watchedMs)).toBe(pauseMs)
})

test('a failed request is repeated when the server says, or after growing pauses', () => {
  expect([0, 1, 2].map((failures) => retryDelayMs(failures, null))).toEqual([600, 1200, 2400])
  expect([0, 5, 120].map((seconds) => retryDelayMs(0, seconds))).toEqual([0, 5_000, 10_000])
})
