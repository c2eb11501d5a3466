import { createHash } from 'node:crypto'
import { Storage } from '@google-cloud/storage'
import type { File } from '@google-cloud/storage'
import { codeOf } from '../error-code.ts'
import { endSilentRequests } from './end-silent-requests.ts'
import { defaultLimits, defaultSilentMs, headersOfObjects, requireIdentity, withRetries } from './bucket.ts'
import type { BucketOptions } from './bucket.ts'
import { checkKey } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { openObject } from './read-gcs-object.ts'
import { replaceObject } from './replace-object.ts'
import type { ReplaceableObject } from './replace-object.ts'

export interface GcsOptions extends BucketOptions {
  /** For tests: send the identity's token even to the endpoint. */
  identified?: boolean
}

/** Parallel deletions in one request. */
const deletionsAtOnce = 16

/**
 * Objects in a bucket of Google Cloud Storage, accessed with the identity of the host (in GKE: workload identity).
 * Errors are `ObjectStoreError`.
 */
export function openGcsStore(options: GcsOptions): ObjectStore {
  const { endpoint, limits = defaultLimits, identified = endpoint === undefined } = options
  const { idleMs = limits.attemptMs } = options
  const storage = new Storage({
    ...(endpoint === undefined ? {} : { apiEndpoint: endpoint }),
    useAuthWithCustomEndpoint: identified,
    // withRetries does this: the client does not limit the time of an attempt, and so not of all attempts.
    retryOptions: { autoRetry: false },
  })
  // The client's own connection pool, including other requests in progress, is destroyed by each reader that aborts
  // (createReadStream in its file.js). Without `forever` the client uses Node's pool.
  storage.interceptors.push({
    request: (sent) => Object.assign(sent, { uri: 'uri' in sent ? sent.uri : sent.url, forever: false }),
  })
  // The client's own limit has no effect: node-fetch no longer has one.
  endSilentRequests(new URL(storage.apiEndpoint).hostname, options.silentMs ?? defaultSilentMs)
  const bucket = storage.bucket(options.bucket)

  return {
    async put(key, bytes) {
      checkKey(key)
      const content = toContent(bytes)
      await withRetries(limits, async (signal) => {
        await identify()
        signal.throwIfAborted()
        await replaceObject(replaceable(bucket.file(key), content), signal)
      })
    },

    async get(key) {
      checkKey(key)
      return await withRetries(
        limits,
        async () => {
          await identify()
          return await openObject(bucket.file(key), idleMs)
        },
        (late) => late?.leave(),
      )
    },

    async deleteBelow(key, limit) {
      checkKey(key)
      const files = await withRetries(limits, () => listSome({ prefix: `${key}/` }, limit))
      const remaining = files.values()
      const deleteRemaining = async () => {
        for (const file of remaining) {
          await withRetries(limits, async () => {
            await identify()
            await file.delete({ ignoreNotFound: true })
          })
        }
      }
      await Promise.all(Array.from({ length: deletionsAtOnce }, deleteRemaining))
      return files.length
    },

    async listBelow(key, after, limit) {
      checkKey(key)
      const prefix = `${key}/`
      // `startOffset` is inclusive: `!` sorts before every character of a key, so the list starts after `after`.
      const page = after === '' ? { prefix } : { prefix, startOffset: `${prefix}${after}!` }
      const files = await withRetries(limits, () => listSome(page, limit))
      return files.map((file) => file.name.slice(prefix.length))
    },
  }

  /** Empty only if there are no objects: an empty page of the client may be followed by others. */
  async function listSome(some: { prefix: string; startOffset?: string }, limit: number): Promise<File[]> {
    let pageToken: string | undefined
    for (;;) {
      await identify()
      const page = { ...some, maxResults: limit, autoPaginate: false, ...(pageToken && { pageToken }) }
      const [files, next]: [File[], { pageToken?: string } | null, unknown] = await bucket.getFiles(page)
      pageToken = next?.pageToken
      if (files.length > 0 || pageToken === undefined) return files
    }
  }

  /** Without a token the client would send its request without one. The client caches the token while it is valid. */
  async function identify(): Promise<void> {
    if (identified) await requireIdentity(limits, storage.authClient.getAccessToken())
  }
}

/** The generation of a key without an object. */
const nothing = '0'

interface Content {
  bytes: Buffer
  md5Hash: string
}

function toContent(bytes: Uint8Array): Content {
  return {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    md5Hash: createHash('md5').update(bytes).digest('base64'),
  }
}

function replaceable(file: File, content: Content): ReplaceableObject {
  return {
    save: (generation) => save(file, generation ?? nothing, content),
    readPresent: () => readPresent(file, content),
  }
}

/** False if the key has another generation. */
async function save(file: File, generation: string, { bytes, md5Hash }: Content): Promise<boolean> {
  try {
    await file.save(bytes, {
      // A single request: an object exists with its last byte, or not at all.
      resumable: false,
      // The store checks the MD5 before the object exists; the client's own check comes later and deletes the object.
      validation: false,
      preconditionOpts: { ifGenerationMatch: generation },
      metadata: { ...headersOfObjects, md5Hash },
    })
    return true
  } catch (error) {
    if (codeOf(error) === '412') return false
    throw error
  }
}

async function readPresent(file: File, content: Content): Promise<{ tag: string; isSame: boolean } | null> {
  try {
    const [{ generation, md5Hash }] = await file.getMetadata()
    return { tag: String(generation ?? nothing), isSame: md5Hash === content.md5Hash }
  } catch (error) {
    if (codeOf(error) === '404') return null
    throw error
  }
}
