import type { Readable } from 'node:stream'
import { startDeadline } from '../deadline.ts'
import { ObjectStoreError, toObjectStoreError } from './object-store-error.ts'

export interface BodySource {
  /** The next bytes; null at the end. */
  read(): Promise<Uint8Array | null>
  close(): void | Promise<void>
}

/**
 * An object's body, which fails with `ObjectStoreError` unless all of `contentLength` arrives. Not an async generator:
 * the `return` of one that never began would leave the source open.
 */
export function objectBody(contentLength: number, source: BodySource): AsyncIterable<Uint8Array> {
  let left = contentLength
  let isOver = false
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    isOver = true
    await source.close()
    return { done: true, value: undefined }
  }
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (isOver) return { done: true, value: undefined }
      try {
        const chunk = await source.read()
        left -= chunk?.length ?? 0
        if (chunk !== null) return { done: false, value: chunk }
        if (left !== 0) throw new ObjectStoreError('incomplete')
      } catch (error) {
        await end()
        throw toObjectStoreError(error)
      }
      return await end()
    },
    return: end,
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** A stream as an object's body, which also fails if it is idle for `idleMs`. */
export function streamBody(
  stream: Readable,
  contentLength: number,
  idleMs: number,
): AsyncIterable<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, undefined> = stream[Symbol.asyncIterator]()
  return objectBody(contentLength, {
    async read() {
      using deadline = startDeadline(idleMs, () => new ObjectStoreError('timeout'))
      const chunk = await deadline.race(chunks.next())
      return chunk.done ? null : chunk.value
    },
    close: () => void stream.destroy(),
  })
}
