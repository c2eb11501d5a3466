import { fileTooLarge, maxFileBytes } from '@catalog/contracts'
import { RowCount } from '@catalog/reading'
import type { Hold } from './held-bytes.ts'

export interface ReceivedFile {
  /** As much as its reader needs to find what is wrong with it. */
  bytes: Uint8Array<ArrayBuffer>
  /** Set if it has too many rows and has arrived completely. */
  rowCount: number | undefined
}

/**
 * Receives an upload. Once it is known to have too many rows, the rest is only counted.
 * @throws ServiceError file_too_large (INV-18); unavailable if its memory was needed for another file; what the body
 * throws
 */
export async function receiveFile(body: AsyncIterable<Uint8Array>, hold: Hold): Promise<ReceivedFile> {
  const chunks: Uint8Array[] = []
  const rows = new RowCount()
  let size = 0
  let kept = 0
  let isTooLong = false
  for await (const chunk of arriving(body, hold)) {
    size += chunk.length
    if (size > maxFileBytes) {
      if (!isTooLong) throw fileTooLarge()
      break
    }
    if (!isTooLong) {
      hold.add(chunk.length)
      chunks.push(chunk)
      kept = size
    }
    isTooLong = rows.add(chunk)
  }
  const bytes = new Uint8Array(kept)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  hold.complete()
  return { bytes, rowCount: size > maxFileBytes ? undefined : rows.total }
}

/** Yields the items, and notes that they arrive; throws the hold's reason even while it waits for the next one. */
export async function* arriving(
  body: AsyncIterable<Uint8Array>,
  hold: Hold,
): AsyncGenerator<Uint8Array, void, undefined> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const { signal } = hold
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const iterator = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next.done) return
      hold.add(0)
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a body whose next item is pending returns only once its sender continues.
    void iterator.return?.()?.catch(() => undefined)
  }
}
