import type { Readable } from 'node:stream'
import type { File } from '@google-cloud/storage'
import { streamBody } from './object-body.ts'
import type { OpenObject, StoredObject } from './object-store.ts'
import { ObjectStoreError } from './object-store-error.ts'

/**
 * Opens the object, whose body is still to be read; null if there is none. The body fails with `ObjectStoreError` if it
 * is aborted, does not match its announced length or checksum, or is idle for `idleMs`.
 */
export async function openObject(file: File, idleMs: number): Promise<OpenObject | null> {
  const stream = file.createReadStream({ validation: 'crc32c', decompress: false })
  // Some errors are emitted when nothing listens any more.
  stream.on('error', () => {})
  const headers = await headersOf(stream)
  if (headers === null) return null
  const head = readHead(headers)
  if (head === null) {
    stream.destroy()
    throw new ObjectStoreError('incomplete')
  }
  return { ...head, body: streamBody(stream, head.contentLength, idleMs), leave: () => stream.destroy() }
}

type Headers = Record<string, string | undefined>

/** Null for a 404. */
async function headersOf(stream: Readable): Promise<Headers | null> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.once('response', (response: Readable & { statusCode: number; headers: Headers }) => {
      // The client alone adds more listeners than Node's limit, and each read would warn on stderr.
      response.setMaxListeners(0)
      if (response.statusCode === 200) resolve(response.headers)
      // Any other status becomes the stream's error once the client has read the answer's body.
      if (response.statusCode === 404) resolve(null)
    })
    // The first read makes the request.
    stream.read(0)
  })
}

/** Null if the answer lacks a header that Cloud Storage always sends. */
function readHead(headers: Headers): Omit<StoredObject, 'body'> | null {
  const contentLength = Number(headers['content-length'] ?? Number.NaN)
  const generation = headers['x-goog-generation']
  const lastModified = new Date(headers['last-modified'] ?? '')
  if (Number.isNaN(contentLength) || generation === undefined || Number.isNaN(lastModified.getTime()))
    return null
  // Not the answer's own ETag, which changes with the object's metadata and is not quoted.
  return { contentLength, etag: `"${generation}"`, lastModified }
}
