import { chunkBytes } from './link.ts'

/**
 * The same bytes in chunks of `chunkBytes`. Large pieces are sliced, small ones copied together, once. The first chunk
 * is whatever comes first, so that the first byte does not wait for the chunk to fill.
 */
export async function* rechunk(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
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
        yield piece.subarray(0, chunkBytes)
        piece = piece.subarray(chunkBytes)
        continue
      }
      // A new one for each chunk: the one before may not have left the process yet.
      if (filled === 0) pending = Buffer.allocUnsafe(chunkBytes)
      const taken = piece.subarray(0, chunkBytes - filled)
      pending.set(taken, filled)
      filled += taken.length
      piece = piece.subarray(taken.length)
      if (filled === chunkBytes) {
        yield pending
        filled = 0
      }
    }
  }
  if (filled > 0) yield pending.subarray(0, filled)
  return undefined
}
