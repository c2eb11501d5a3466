import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { watchHeartbeat } from './watch-heartbeat.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('times out at the fifth heartbeat missed in a row, and calls at each before that', () => {
  const calls: string[] = []
  const watch = watchHeartbeat(
    20,
    () => calls.push('timeout'),
    () => calls.push('heartbeat'),
  )
  jest.advanceTimersByTime(99)
  expect(calls).toEqual(['heartbeat', 'heartbeat', 'heartbeat', 'heartbeat'])
  jest.advanceTimersByTime(1)
  expect(calls.at(-1)).toBe('timeout')
  watch.end()
})

test('starts again from zero after each message from the other end', () => {
  let timeouts = 0
  const watch = watchHeartbeat(
    20,
    () => (timeouts += 1),
    () => undefined,
  )
  for (let round = 0; round < 3; round += 1) {
    jest.advanceTimersByTime(80)
    watch.beat()
  }
  expect(timeouts).toBe(0)
  jest.advanceTimersByTime(100)
  expect(timeouts).toBe(1)
  watch.end()
  jest.advanceTimersByTime(60_000)
  expect(timeouts).toBe(1)
})

test('counts an event loop that was blocked as one missed heartbeat, however long it was', async () => {
  jest.useRealTimers()
  const { promise: first, resolve } = Promise.withResolvers<string>()
  const watch = watchHeartbeat(
    1,
    () => resolve('timeout'),
    () => resolve('heartbeat'),
  )
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  expect(await first).toBe('heartbeat')
  watch.end()
})
