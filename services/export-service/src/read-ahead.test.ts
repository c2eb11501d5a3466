import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { waitFor } from '../../../test/support/wait-for.ts'
import { readAheadWithin } from './read-ahead.ts'

const plenty = { bytes: 2_000_000, bytesOfOne: 2_000_000 }
const chunk = Buffer.alloc(10_000, 'x')

describe('reading ahead', () => {
  test('returns the same bytes, whatever the chunks, the limits and the order of reading', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(400), fc.nat(400), fc.scheduler(), async (chunks, bytes, ofOne, s) => {
        const ahead = readAheadWithin({ bytes, bytesOfOne: ofOne })(
          (async function* () {
            for (const each of chunks) yield await s.schedule(Promise.resolve(each))
          })(),
        )
        const taken = Array.fromAsync(ahead)
        expect(Buffer.concat(await s.waitFor(taken))).toEqual(Buffer.concat(chunks))
      }),
    )
  })

  test('reads the source to its end although nobody reads', async () => {
    const source = sourceOf(1_000)
    const ahead = readAheadWithin(plenty)(source.chunks)
    await waitFor('the end of the source', () => source.ended())
    const bytes = Buffer.concat(await Array.fromAsync(ahead))
    expect(bytes.equals(Buffer.concat(times(1_000, chunk)))).toBe(true)
  })

  test('waits for its reader if the limit of one source is reached, and for no other reader', async () => {
    const readAhead = readAheadWithin({ bytes: 1_000_000, bytesOfOne: 1 })
    const slow = sourceOf(100)
    const body = readAhead(slow.chunks)
    await waitFor('the limit', () => slow.given() === 1)
    const other = sourceOf(100)
    expect(await Array.fromAsync(readAhead(other.chunks))).toHaveLength(100)
    expect(slow.given()).toBe(1)
    expect(await Array.fromAsync(body)).toHaveLength(100)
  })

  test('waits at the total limit, and continues when another one is released', async () => {
    const readAhead = readAheadWithin({ bytes: 1, bytesOfOne: 1_000_000 })
    const first = sourceOf(100)
    const left = readAhead(first.chunks)
    await waitFor('the limit', () => first.given() === 1)
    await left.return?.()
    expect(first.ended()).toBe(true)
    const second = sourceOf(100)
    readAhead(second.chunks)
    await waitFor('the limit again', () => second.given() === 1)
  })

  test('rejects with an error after the chunks before it', async () => {
    const ahead = readAheadWithin(plenty)(
      (async function* () {
        yield chunk
        throw new Error('broken')
      })(),
    )
    expect(await ahead.next()).toEqual({ done: false, value: chunk })
    await expect(ahead.next()).rejects.toThrow('broken')
  })

  test('that is aborted while it waits for the source ends', async () => {
    const ahead = readAheadWithin(plenty)({
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
  let given = 0
  let isEnded = false
  async function* chunks() {
    try {
      while (given < count) {
        given += 1
        yield chunk
      }
    } finally {
      isEnded = true
    }
  }
  return { chunks: chunks(), given: () => given, ended: () => isEnded }
}
