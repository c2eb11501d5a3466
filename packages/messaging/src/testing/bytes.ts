import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export const chunkBytes = 256 * 1024

export interface CountedChunks extends AsyncIterable<Uint8Array> {
  pulled: number
  /** Whether `return()` was called. */
  returned: boolean
}

/** Chunks of `chunkBytes`, counted as they are pulled. */
export function countedChunks(count: number, pauseMs = 0): CountedChunks {
  const counted = {
    pulled: 0,
    returned: false,
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      try {
        while (counted.pulled < count) {
          if (pauseMs > 0) await pause(pauseMs)
          counted.pulled += 1
          yield Buffer.alloc(chunkBytes, counted.pulled)
        }
      } finally {
        counted.returned = true
      }
    },
  }
  return counted
}

/** Yields `chunks` chunks, then throws the error. */
export async function* breakingAfter(chunks: number, error: Error): AsyncGenerator<Uint8Array> {
  yield patterned(chunkBytes * chunks, 1)
  throw error
}

export async function* waitingBetween(first: Uint8Array, gate: Promise<void>, second: Uint8Array) {
  yield first
  await gate
  yield second
}

/** A source whose first byte never arrives. */
export function silentBytes(): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }
}

/** Bytes that depend on position and seed. */
export function patterned(size: number, seed: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + seed * 17 + (at >> 8)) & 255
  return bytes
}

export function sha256Of(pieces: Iterable<Uint8Array>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** Reads the body to its end and calls back with the number of whole chunks' worth of bytes read so far. */
export async function readChunks(
  body: AsyncIterable<Uint8Array>,
  onChunk: (read: number) => unknown = () => undefined,
): Promise<number> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.length / chunkBytes
    await onChunk(read)
  }
  return read
}
