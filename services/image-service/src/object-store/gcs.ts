import { createHash } from 'node:crypto'
import { Storage } from '@google-cloud/storage'
import type { File } from '@google-cloud/storage'
import { startDeadline } from '../deadline.ts'
import { codeOf } from '../error-code.ts'
import { retry } from '../retry.ts'
import { endSilentRequests } from './end-silent-requests.ts'
import { checkKey } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { ObjectStoreError, toObjectStoreError } from './object-store-error.ts'
import { openObject } from './read-gcs-object.ts'

export interface GcsOptions {
  bucket: string
  /** URL of an emulator, to which no credentials are sent; by default, Cloud Storage itself. */
  endpoint?: string | undefined
  /** For tests. */
  limits?: RetryLimits
  /** For tests: how long reading an object's body may stall, in milliseconds; by default, an attempt's time. */
  idleMs?: number
  /** For tests: how long a connection may be idle, in milliseconds. */
  silentMs?: number
  /** For tests: send the identity's token even to the endpoint. */
  identified?: boolean
}

/** In milliseconds. */
interface RetryLimits {
  /** For one attempt. */
  attemptMs: number
  /** For all attempts and the pauses between them: no attempt begins that might end later. */
  totalMs: number
  firstPauseMs: number
}

/** A put may follow a fetch of 30 s within an image's attempt of 50 s, and decoding takes time too. */
const defaultLimits: RetryLimits = { attemptMs: 6_000, totalMs: 14_000, firstPauseMs: 250 }
const longestPauseMs = 3_000

/** A reader that is idle for longer has gone. */
const defaultSilentMs = 60_000

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
        await replace(bucket.file(key), content, signal)
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

  /**
   * Runs first and separately: without a token the client would send its request without one. The client caches the
   * token while it is valid. A metadata server that does not answer gets less time than the attempt, whose timeout
   * would not name the reason.
   */
  async function identify(): Promise<void> {
    if (!identified) return
    using deadline = startDeadline((limits.attemptMs * 2) / 3, () => new ObjectStoreError('no_identity'))
    try {
      await deadline.race(storage.authClient.getAccessToken())
    } catch {
      throw new ObjectStoreError('no_identity')
    }
  }
}

/**
 * Retries within limited time, even if an attempt never ends. Throws only `ObjectStoreError`. An attempt's signal is
 * aborted when the attempt times out; `discard` receives a result that arrives later.
 */
async function withRetries<T>(
  { attemptMs, totalMs, firstPauseMs }: RetryLimits,
  attempt: (signal: AbortSignal) => Promise<T>,
  discard?: (late: T) => void,
): Promise<T> {
  const attemptInTime = async () => {
    using deadline = startDeadline(attemptMs, () => new ObjectStoreError('timeout'))
    try {
      return await deadline.race(attempt(deadline.signal), discard)
    } catch (error) {
      throw toObjectStoreError(error)
    }
  }
  return await retry(attemptInTime, {
    isTransient: (error) => error instanceof ObjectStoreError && error.isTransient,
    firstPauseMs,
    longestPauseMs,
    lastStart: performance.now() + totalMs - attemptMs,
  })
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

/** Others may write the same key in the meantime. */
const maxReplacements = 5

/**
 * Replaces exactly the generation that it has read, so that a request that timed out and arrives late replaces nothing
 * newer. Usually there is no object yet. If there is one with the same bytes, it is done: a request whose answer was
 * lost has stored them.
 */
async function replace(file: File, content: Content, signal: AbortSignal): Promise<void> {
  let seen = nothing
  for (let replacement = 0; replacement < maxReplacements; replacement += 1) {
    if (await save(file, seen, content)) return
    signal.throwIfAborted()
    const present = await readPresent(file)
    if (present.md5Hash === content.md5Hash) return
    signal.throwIfAborted()
    seen = present.generation
  }
  throw new ObjectStoreError('contended')
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
      metadata: {
        contentType: 'image/webp',
        // Objects are served through the gateway to callers who may see them: no shared cache may store them.
        cacheControl: 'private, max-age=31536000, immutable',
        md5Hash,
      },
    })
    return true
  } catch (error) {
    if (codeOf(error) === '412') return false
    throw error
  }
}

interface Present {
  generation: string
  md5Hash?: string | undefined
}

async function readPresent(file: File): Promise<Present> {
  try {
    const [{ generation, md5Hash }] = await file.getMetadata()
    return { generation: String(generation ?? nothing), md5Hash }
  } catch (error) {
    if (codeOf(error) === '404') return { generation: nothing }
    throw error
  }
}
