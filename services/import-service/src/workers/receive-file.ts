import { fileTooLarge, maxFileBytes } from '@catalog/contracts'
import type { Hold } from './held-bytes.ts'
import { RowCount } from './row-count.ts'

/**
 * The bytes of an upload, as far as its reader needs them to find what is wrong with it.
 * @throws ServiceError file_too_large (INV-18); unavailable where the hold was lost; what the body throws
 */
export async function receiveFile(
  body: AsyncIterable<Uint8Array>,
  hold: Hold,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  const rows = new RowCount()
  let size = 0
  for await (const chunk of abortable(body, hold.signal)) {
    size += chunk.length
    if (size > maxFileBytes) throw fileTooLarge()
    hold.add(chunk.length)
    chunks.push(chunk)
    if (rows.add(chunk)) break
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  hold.complete()
  return bytes
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
