import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib'

/** Off the event loop. */
export const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress)
export const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)

/** One part after the other: never are all of them there uncompressed. */
export async function compressParts(parts: Iterable<Uint8Array>): Promise<Buffer> {
  return await pipeline(parts, createZstdCompress(), async (compressed) => await buffer(compressed))
}

/** In parts, each once it is asked for. */
export async function* decompressParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const parts = createZstdDecompress()
  parts.end(bytes)
  yield* parts
}
