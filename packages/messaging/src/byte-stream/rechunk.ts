import { chunkBytes, windowChunks } from './windows.ts'

/**
 * The same bytes in chunks of `chunkBytes`. Large pieces are sliced, small ones copied together, once. The first chunk
 * is the first piece alone, so that the first byte does not wait for a chunk to fill.
 *
 * A chunk's memory is reused one window later. By then the reader has acknowledged the chunk: the writer pulls the next
 * one only on demand, and the demand is at most one window ahead of what was acknowledged.
 */
export async function* rechunk(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const ring: Buffer<ArrayBuffer>[] = []
  let yielded = 0
  let pending = Buffer.alloc(0)
  let filled = 0
  let first = true
  for (;;) {
    const { value, done } = await source.next()
    if (done === true) break
    let piece: Uint8Array = value
    while (piece.length > 0) {
      if (filled === 0 && (first || piece.length >= chunkBytes)) {
        first = false
        yielded += 1
        yield piece.subarray(0, chunkBytes)
        piece = piece.subarray(chunkBytes)
        continue
      }
      if (filled === 0) pending = ring[yielded % windowChunks] ??= Buffer.allocUnsafe(chunkBytes)
      const part = piece.subarray(0, chunkBytes - filled)
      pending.set(part, filled)
      filled += part.length
      piece = piece.subarray(part.length)
      if (filled === chunkBytes) {
        filled = 0
        yielded += 1
        yield pending
      }
    }
  }
  if (filled > 0) yield pending.subarray(0, filled)
  return undefined
}
