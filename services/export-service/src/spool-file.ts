import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const compress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress)
const decompress: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdDecompress)

/** Where a chunk is in the file, in bytes. */
export interface Place {
  position: number
  length: number
}

/**
 * Compressed chunks in a file without a name, which disappears with its process. One caller appends and one takes, each
 * one chunk after the other.
 */
export class SpoolFile {
  readonly #folder: string
  #file: FileHandle | undefined
  #size = 0
  #chunks = 0
  #isClosed = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Bytes on the disk, those of chunks that were taken included. */
  get size(): number {
    return this.#size
  }

  get isEmpty(): boolean {
    return this.#chunks === 0
  }

  /** @throws if the disk is full */
  async append(chunk: Uint8Array): Promise<Place> {
    this.#chunks += 1
    if (this.#chunks === 1) {
      await this.#file?.truncate(0)
      this.#size = 0
    }
    const bytes = await compress(chunk)
    const file = (this.#file ??= await openUnnamed(this.#folder))
    if (this.#isClosed) {
      await file.close()
      throw new Error('the file was closed')
    }
    const place = { position: this.#size, length: bytes.length }
    this.#size += bytes.length
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, written, undefined, place.position + written)
      written += bytesWritten
    }
    return place
  }

  async take({ position, length }: Place): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    let read = 0
    while (read < length) {
      const result = await this.#file?.read(bytes, read, length - read, position + read)
      if (!result?.bytesRead) throw new Error('a chunk of the file is missing')
      read += result.bytesRead
    }
    this.#chunks -= 1
    return decompress(bytes)
  }

  /** Waits for what is being read or written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#file?.close()
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `catalog-export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
