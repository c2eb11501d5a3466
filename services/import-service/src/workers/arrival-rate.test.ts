import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { array, assert, asyncProperty, integer } from 'fast-check'
import { ArrivalRate, paced } from './arrival-rate.ts'
import type { ArrivingFile } from './arrival-rate.ts'

const limits = { freeBytes: 100, bytesPerS: 1_000, burstBytes: 500 }

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('small files are never delayed, however many of them there are', async () => {
  const rate = new ArrivalRate(limits)
  for (let i = 0; i < 100; i++) {
    const file = rate.begin()
    await file.arrived(60)
    await file.arrived(40)
  }
})

test('a large file alone is not delayed', async () => {
  const file = new ArrivalRate(limits).begin()
  for (let i = 0; i < 6; i++) await file.arrived(100)
})

test('beyond that, large files together arrive at the rate', async () => {
  const rate = new ArrivalRate(limits)
  const arrived = [send(rate.begin(), 20), send(rate.begin(), 20)]
  await jest.advanceTimersByTimeAsync(1_000)
  // Two times 100 are free, 500 may come at once, 1,000 a second, and each waits with another 100.
  expect(bytesOf(arrived)).toBeGreaterThanOrEqual(1_700)
  expect(bytesOf(arrived)).toBeLessThanOrEqual(1_900)
  await jest.advanceTimersByTimeAsync(3_000)
  expect(bytesOf(arrived)).toBe(4_000)
})

test('after a pause of any length, no more than the burst arrives at once', async () => {
  const rate = new ArrivalRate(limits)
  await jest.advanceTimersByTimeAsync(60_000)
  const file = send(rate.begin(), 20)
  await jest.advanceTimersByTimeAsync(0)
  // 100 are free, and it waits with another 100.
  expect(file.bytes).toBeLessThanOrEqual(limits.burstBytes + 300)
})

test('the file that began first goes on first', async () => {
  const rate = new ArrivalRate(limits)
  const [first, second] = [send(rate.begin(), 20), send(rate.begin(), 20)]
  await jest.advanceTimersByTimeAsync(1_200)
  expect(first.bytes).toBeGreaterThan(1_500)
  expect(second.bytes).toBeLessThanOrEqual(500)
})

test('a file whose sender is slow holds up no other one', async () => {
  const rate = new ArrivalRate(limits)
  await rate.begin().arrived(300)
  const other = send(rate.begin(), 20)
  await jest.advanceTimersByTimeAsync(1_700)
  expect(other.bytes).toBe(2_000)
})

test('whatever arrives, it is never faster than the rate after the burst, and nothing waits forever', () =>
  assert(
    asyncProperty(
      array(array(integer({ min: 1, max: 400 }), { maxLength: 8 }), { maxLength: 8 }),
      async (files) => {
        const rate = new ArrivalRate(limits)
        const startedAt = performance.now()
        let counted = 0
        const sending = files.map(async (chunks) => {
          const file = rate.begin()
          let size = 0
          for (const bytes of chunks) {
            const before = Math.max(size - limits.freeBytes, 0)
            size += bytes
            await file.arrived(bytes)
            counted += Math.max(size - limits.freeBytes, 0) - before
            const seconds = (performance.now() - startedAt) / 1_000
            // The last ones may be more than was left.
            expect(counted).toBeLessThan(limits.burstBytes + seconds * limits.bytesPerS + 400)
          }
        })
        const total = files.flat().reduce((sum, bytes) => sum + bytes, 0)
        await jest.advanceTimersByTimeAsync((total / limits.bytesPerS) * 1_000 + 100)
        await Promise.all(sending)
      },
    ),
  ))

test('a body passes unchanged, and an item is requested only once the rate allows', async () => {
  const passed: number[] = []
  async function* body() {
    for (const byte of [1, 2, 3]) {
      passed.push(byte)
      yield Uint8Array.of(byte)
    }
  }
  const gate = Promise.withResolvers<void>()
  const items = paced(body(), { arrived: () => gate.promise })
  expect(await items.next()).toMatchObject({ value: Uint8Array.of(1) })
  const next = items.next()
  await jest.advanceTimersByTimeAsync(10)
  expect(passed).toEqual([1])
  gate.resolve()
  expect(await next).toMatchObject({ value: Uint8Array.of(2) })
})

/** Sends as many chunks of 100 bytes, each once the one before it allows. */
function send(file: ArrivingFile, chunks: number): { bytes: number } {
  const sent = { bytes: 0 }
  void (async () => {
    for (let i = 0; i < chunks; i++) {
      sent.bytes += 100
      await file.arrived(100)
    }
  })()
  return sent
}

function bytesOf(files: { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
