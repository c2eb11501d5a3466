import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  constants,
  createZstdCompress,
  createZstdDecompress,
  zstdCompress,
  zstdCompressSync,
  zstdDecompress,
} from 'node:zlib'

/** Takes a fifth of the time of the default level, with no larger results for rows and plans. */
const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

const compressWith = promisify(zstdCompress)

/** Compresses in libuv's thread pool. */
export async function compress(bytes: Uint8Array): Promise<Buffer> {
  return await compressWith(bytes, quick)
}

/** Compresses in this thread: for a few hundred KB, a third of the time that another thread takes. */
export function compressHere(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, quick)
}

export const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)

/** Compresses part by part, so that the uncompressed whole is never in memory; a single one in this thread. */
export async function compressParts(parts: Iterable<Uint8Array>): Promise<Buffer> {
  const rest = Iterator.from(parts)
  const first = rest.next()
  const second = rest.next()
  if (second.done) return compressHere(first.value ?? new Uint8Array())
  const all = allOf([first.value, second.value], rest)
  return await pipeline(all, createZstdCompress(quick), async (compressed) => await buffer(compressed))
}

function* allOf<Item>(first: Iterable<Item>, rest: Iterable<Item>): Generator<Item> {
  yield* first
  yield* rest
}

/** Decompresses part by part, on demand. */
export async function* decompressParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const parts = createZstdDecompress()
  parts.end(bytes)
  yield* parts
}
