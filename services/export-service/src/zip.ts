import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'

/** Bytes of a file in an archive; those of one file follow each other. */
export interface FileBytes {
  name: string
  bytes: Uint8Array
}

/**
 * The files as a ZIP archive, written as its reader takes it, so that memory stays small. An archive lists its files at its
 * end: one that was cut off does not open.
 */
export async function* zipped(files: AsyncIterable<FileBytes>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile()
  const output = archive.outputStream.pipe(new PassThrough())
  const left = new AbortController()
  archive.on('error', (error) => output.destroy(error))
  const writing = write(archive, files, left.signal).catch((error) => output.destroy(error))
  try {
    yield* output
  } finally {
    left.abort()
    await writing
  }
}

async function write(archive: ZipFile, files: AsyncIterable<FileBytes>, signal: AbortSignal): Promise<void> {
  let current: { name: string; entry: PassThrough } | undefined
  for await (const { name, bytes } of files) {
    signal.throwIfAborted()
    if (current?.name !== name) {
      current?.entry.end()
      current = { name, entry: new PassThrough() }
      archive.addReadStream(current.entry, name)
    }
    if (!current.entry.write(bytes)) await once(current.entry, 'drain', { signal })
  }
  current?.entry.end()
  archive.end()
}
