import { fileTooLarge, maxFileBytes } from '@catalog/contracts'
import type { Hold } from './held-bytes.ts'
import { RowCount } from './row-count.ts'

export interface ReceivedFile {
  /** As far as its reader needs them to find what is wrong with it. */
  bytes: Uint8Array<ArrayBuffer>
  /** Where it has too many rows, and all of it has come. */
  rowCount: number | undefined
}

/**
 * Takes an upload. Once it is known to have too many rows, the rest is counted, and not kept.
 * @throws ServiceError file_too_large (INV-18); unavailable where the hold was lost; what the body throws
 */
export async function receiveFile(body: AsyncIterable<Uint8Array>, hold: Hold): Promise<ReceivedFile> {
  const chunks: Uint8Array[] = []
  const rows = new RowCount()
  let size = 0
  let kept = 0
  let isTooLong = false
  for await (const chunk of abortable(body, hold.signal)) {
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

/** Ends with the signal's reason while it waits for the next one, too. */
async function* abortable(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => undefined)
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const iterator = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // A body that is being waited for ends only once its sender says so: nobody waits for that.
    void iterator.return?.()?.catch(() => undefined)
  }
}
