import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { watchSilence } from './watch-silence.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

test('a silence of five seconds is told of, with a tick each second until then', () => {
  const said: string[] = []
  const silence = watchSilence(
    () => said.push('silence'),
    () => said.push('tick'),
  )
  jest.advanceTimersByTime(4_999)
  expect(said).toEqual(['tick', 'tick', 'tick', 'tick'])
  jest.advanceTimersByTime(1)
  expect(said.at(-1)).toBe('silence')
  silence.end()
})

test('each word begins the five seconds anew', () => {
  let silences = 0
  const silence = watchSilence(() => (silences += 1))
  for (let round = 0; round < 3; round += 1) {
    jest.advanceTimersByTime(4_000)
    silence.broken()
  }
  expect(silences).toBe(0)
  jest.advanceTimersByTime(5_000)
  expect(silences).toBe(1)
  silence.end()
  jest.advanceTimersByTime(60_000)
  expect(silences).toBe(1)
})
