import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/** The same chunks, read before they are requested. `return()` frees them and the source at once. */
export type ReadAhead = (chunks: AsyncIterableIterator<Uint8Array>) => AsyncIterableIterator<Uint8Array>

export interface ReadAheadLimits {
  /** Bytes of all sources that are read at a time. */
  bytes: number
  bytesOfOne: number
}

interface Chunk {
  bytes: Uint8Array
  isCompressed: boolean
}

/** A reader that keeps up is no further behind; bytes beyond this are compressed. */
const usualBytes = 1024 * 1024

const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress)
const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)

/**
 * Reads sources to their end as fast as possible, independent of their readers, and keeps unread chunks, most of them
 * compressed: a slow reader then occupies some memory, and not the source's connection. At the limits, a source waits
 * for its reader.
 */
export function readAheadWithin(limits: ReadAheadLimits): ReadAhead {
  let heldByAll = 0

  return (source) => {
    const kept: Chunk[] = []
    let held = 0
    const state: { end?: { error?: unknown }; isLeft: boolean } = { isLeft: false }
    let changed = Promise.withResolvers<void>()

    const hold = (bytes: number) => {
      held += bytes
      heldByAll += bytes
    }
    const notify = () => {
      changed.resolve()
      changed = Promise.withResolvers()
    }
    const hasRoom = () => kept.length === 0 || (held < limits.bytesOfOne && heldByAll < limits.bytes)

    async function read(): Promise<void> {
      for (;;) {
        const { value, done } = await source.next()
        if (done === true || state.isLeft) return
        const isCompressed = held >= usualBytes
        const bytes = isCompressed ? await compress(value) : value
        if (state.isLeft) return
        hold(bytes.length)
        kept.push({ bytes, isCompressed })
        notify()
        while (!hasRoom() && !state.isLeft) await changed.promise
        if (state.isLeft) return
      }
    }

    void read()
      .then(
        () => (state.end = {}),
        (error: unknown) => (state.end = { error }),
      )
      .finally(notify)

    return {
      [Symbol.asyncIterator]() {
        return this
      },
      async next() {
        while (kept.length === 0 && state.end === undefined) await changed.promise
        const chunk = kept.shift()
        if (chunk !== undefined) {
          hold(-chunk.bytes.length)
          notify()
          return { done: false, value: chunk.isCompressed ? await decompress(chunk.bytes) : chunk.bytes }
        }
        if (state.end !== undefined && 'error' in state.end) throw state.end.error
        return { done: true, value: undefined }
      },
      async return() {
        state.isLeft = true
        kept.length = 0
        hold(-held)
        state.end ??= {}
        notify()
        await source.return?.()
        return { done: true, value: undefined }
      },
    }
  }
}
