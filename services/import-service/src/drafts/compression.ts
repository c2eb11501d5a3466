import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

/** Off the event loop. */
export const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress)
export const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)
