import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { watchSilence } from './watch-silence.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('five heartbeats without a word are a silence, with a tick at each until then', () => {
  const said: string[] = []
  const silence = watchSilence(
    20,
    () => said.push('silence'),
    () => said.push('tick'),
  )
  jest.advanceTimersByTime(99)
  expect(said).toEqual(['tick', 'tick', 'tick', 'tick'])
  jest.advanceTimersByTime(1)
  expect(said.at(-1)).toBe('silence')
  silence.end()
})

test('each word begins the five heartbeats again', () => {
  let silences = 0
  const silence = watchSilence(20, () => (silences += 1))
  for (let round = 0; round < 3; round += 1) {
    jest.advanceTimersByTime(80)
    silence.broken()
  }
  expect(silences).toBe(0)
  jest.advanceTimersByTime(100)
  expect(silences).toBe(1)
  silence.end()
  jest.advanceTimersByTime(60_000)
  expect(silences).toBe(1)
})

test('an event loop that stood still has missed one heartbeat, for however long it did', async () => {
  jest.useRealTimers()
  const { promise: first, resolve } = Promise.withResolvers<string>()
  const silence = watchSilence(
    1,
    () => resolve('silence'),
    () => resolve('tick'),
  )
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  expect(await first).toBe('tick')
  silence.end()
})
