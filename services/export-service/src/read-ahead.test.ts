import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { disposeAfterAll } from '../../../test/support/dispose-after-all.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { ReaderTooSlow, readAheadWithin } from './read-ahead.ts'
import type { ReadAheadLimits } from './read-ahead.ts'

const plenty = { memoryBytes: 0, diskBytes: 20_000_000, patienceMs: 0 }
/** Does not get smaller where it is compressed. */
const chunk = randomBytes(10_000)

const { path: folder } = disposeAfterAll().use(await mkdtempDisposable(join(tmpdir(), 'read-ahead-test-')))

function reading(limits: ReadAheadLimits, isAnyoneKeptOut = () => false) {
  const readAhead = readAheadWithin(limits, { folder, isAnyoneKeptOut })
  return (chunks: AsyncIterableIterator<Uint8Array>, storefront = 'one') => readAhead(storefront, chunks)
}

describe('reading ahead', () => {
  test('returns the same bytes, whatever the chunks, the limits and the order of reading', async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 12 })
    const bytes = fc.nat(1_000)
    await fc.assert(
      fc.asyncProperty(pieces, bytes, bytes, fc.scheduler(), async (chunks, memoryBytes, diskBytes, s) => {
        const ahead = reading({ memoryBytes, diskBytes, patienceMs: 0 })(
          (async function* () {
            for (const each of chunks) yield await s.schedule(Promise.resolve(each))
          })(),
        )
        const taken = Array.fromAsync(ahead)
        expect(Buffer.concat(await s.waitFor(taken))).toEqual(Buffer.concat(chunks))
      }),
    )
  })

  test('reads the source to its end although nobody reads, and leaves no file', async () => {
    const source = sourceOf(1_000)
    const ahead = reading(plenty)(source.chunks)
    await waitFor('the end of the source', () => source.ended())
    expect(await readdir(folder)).toEqual([])
    const bytes = Buffer.concat(await Array.fromAsync(ahead))
    expect(bytes.equals(Buffer.concat(times(1_000, chunk)))).toBe(true)
  })

  test('writes to its file from the beginning again once its reader has caught up', async () => {
    const source = sourceOf(1_000)
    const ahead = reading({ ...plenty, diskBytes: 100_000 })(source.chunks)
    const bytes = Buffer.concat(await Array.fromAsync(ahead))
    expect(bytes.equals(Buffer.concat(times(1_000, chunk)))).toBe(true)
  })

  test('leaves as much of the disk free as a storefront occupies, and no reader waits for another', async () => {
    const read = reading({ ...plenty, diskBytes: 400_000 })
    const slow = sourceOf(100)
    const body = read(slow.chunks, 'slow')
    // One chunk in memory, half of the disk, and one that is in hand.
    await waitFor('the share of a storefront', () => slow.yielded() >= 22)
    const second = sourceOf(10)
    const secondBody = read(second.chunks, 'slow')
    const other = sourceOf(10)
    const otherBody = read(other.chunks, 'other')
    await waitFor('the other storefront', () => other.ended())
    expect(second.yielded()).toBeLessThan(3)
    expect(slow.yielded()).toBeLessThan(24)
    for (const [each, count] of [
      [otherBody, 10],
      [body, 100],
      [secondBody, 10],
    ] as const)
      expect(await Array.fromAsync(each)).toHaveLength(count)
  })

  test('continues when another one is released', async () => {
    const read = reading({ ...plenty, diskBytes: 100_000 })
    const first = sourceOf(100)
    const left = read(first.chunks)
    await waitFor('the share', () => first.yielded() >= 6)
    const second = sourceOf(6)
    const body = read(second.chunks)
    await left.return?.()
    expect(first.ended()).toBe(true)
    await waitFor('the end of the other one', () => second.ended())
    expect(await Array.fromAsync(body)).toHaveLength(6)
  })

  test('is patient with its reader for a while although somebody is kept out', async () => {
    const slow = sourceOf(100)
    const body = reading({ ...plenty, diskBytes: 100_000, patienceMs: 1_000_000 }, () => true)(slow.chunks)
    // One chunk in memory, half of the disk, and one that is in hand.
    await waitFor('the limit', () => slow.yielded() >= 7)
    expect(await Array.fromAsync(body)).toHaveLength(100)
  })

  test('ends while its reader takes little, but only if somebody is kept out', async () => {
    let isKeptOut = false
    const read = reading({ ...plenty, diskBytes: 100_000, patienceMs: 100 }, () => isKeptOut)
    const quick = sourceOf(4)
    const quickBody = read(quick.chunks, 'quick')
    await waitFor('the quick one', () => quick.ended())
    const slow = sourceOf(100)
    const body = read(slow.chunks, 'slow')
    for (let taken = 0; taken < 5; taken++) expect(await body.next()).toEqual({ done: false, value: chunk })
    expect(slow.ended()).toBe(false)
    isKeptOut = true
    await waitFor('the end of the slow one', () => slow.ended())
    await expect(Array.fromAsync(body)).rejects.toThrow(ReaderTooSlow)
    expect(await Array.fromAsync(quickBody)).toHaveLength(4)
  })

  test('rejects with an error after the chunks before it', async () => {
    const ahead = reading(plenty)(
      (async function* () {
        yield chunk
        throw new Error('broken')
      })(),
    )
    expect(await ahead.next()).toEqual({ done: false, value: chunk })
    await expect(ahead.next()).rejects.toThrow('broken')
  })

  test('that is aborted while it waits for the source ends', async () => {
    const ahead = reading(plenty)({
      [Symbol.asyncIterator]() {
        return this
      },
      next: () => new Promise(() => {}),
      return: async () => ({ done: true, value: undefined }),
    })
    const next = ahead.next()
    await ahead.return?.()
    expect(await next).toEqual({ done: true, value: undefined })
  })
})

function times<Item>(count: number, item: Item): Item[] {
  return Array.from({ length: count }, () => item)
}

function sourceOf(count: number) {
  let yielded = 0
  let isEnded = false
  async function* chunks() {
    try {
      while (yielded < count) {
        yielded += 1
        yield chunk
      }
    } finally {
      isEnded = true
    }
  }
  return { chunks: chunks(), yielded: () => yielded, ended: () => isEnded }
}
