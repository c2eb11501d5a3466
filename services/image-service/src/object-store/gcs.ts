import { createHash } from 'node:crypto'
import { Storage } from '@google-cloud/storage'
import type { File } from '@google-cloud/storage'
import { codeOf } from '../error-code.ts'
import { endSilentRequests } from './end-silent-requests.ts'
import { checkKey } from './object-store.ts'
import type { ObjectStore } from './object-store.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { openObject } from './read-gcs-object.ts'
import { tryAgain } from './try-again.ts'
import type { TryLimits } from './try-again.ts'

export interface GcsOptions {
  bucket: string
  /** URL of an emulator, to which no credentials are sent; default Cloud Storage itself. */
  endpoint?: string | undefined
  /** For tests. */
  limits?: TryLimits
  /** For tests: after this long without a piece of its body an object is given up; by default a try's time. */
  idleMs?: number
  /** For tests: after this long without a byte a connection is given up. */
  silentMs?: number
  /** For tests: the endpoint gets the identity's token all the same. */
  identified?: boolean
}

/** A put may follow a fetch of 30 s within an attempt of 50 s, and decoding takes its time as well. */
const defaultLimits: TryLimits = { tryMs: 6_000, totalMs: 14_000, firstPauseMs: 250 }

/** A reader who is that slow is gone. */
const defaultSilentMs = 60_000

/**
 * Objects in a bucket of Google Cloud Storage, reached with the identity of the host (in GKE: workload identity). Errors
 * are `ObjectStoreError`.
 */
export function openGcsStore(options: GcsOptions): ObjectStore {
  const { endpoint, limits = defaultLimits, identified = endpoint === undefined } = options
  const { idleMs = limits.tryMs } = options
  const storage = new Storage({
    ...(endpoint === undefined ? {} : { apiEndpoint: endpoint }),
    useAuthWithCustomEndpoint: identified,
    // tryAgain does it: the client does not bound the time of a try, and with it that of all tries.
    retryOptions: { autoRetry: false },
  })
  // The client's own pool of connections is destroyed, with whatever else is under way on it, by each reader that
  // leaves early (createReadStream in its file.js). Without `forever` it uses Node's.
  storage.interceptors.push({
    request: (sent) => Object.assign(sent, { uri: 'uri' in sent ? sent.uri : sent.url, forever: false }),
  })
  // The client's own limit is lost on its way: node-fetch has none any more.
  endSilentRequests(new URL(storage.apiEndpoint).hostname, options.silentMs ?? defaultSilentMs)
  const bucket = storage.bucket(options.bucket)

  return {
    async put(key, bytes) {
      checkKey(key)
      const content = toContent(bytes)
      await tryAgain(limits, async (signal) => {
        await identify()
        signal.throwIfAborted()
        await replace(bucket.file(key), content, signal)
      })
    },

    async get(key) {
      checkKey(key)
      return await tryAgain(
        limits,
        async () => {
          await identify()
          return await openObject(bucket.file(key), idleMs)
        },
        (late) => late?.leave(),
      )
    },
  }

  /** Apart, and first: without a token the client would ask as a stranger. It keeps the token while that is valid. */
  async function identify(): Promise<void> {
    if (!identified) return
    try {
      await storage.authClient.getAccessToken()
    } catch {
      throw new ObjectStoreError('no_identity')
    }
  }
}

/** The generation that a key has while nothing lies there. */
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

/** As often as others may write the same key in the meantime. */
const turns = 5

/**
 * Stores the content in place of exactly the generation that it has seen there, so that a request which was given up
 * and arrives late replaces nothing newer. Nearly always there is nothing yet. Where there is: done if the bytes are the
 * same, which is what a request leaves whose answer was lost.
 */
async function replace(file: File, content: Content, signal: AbortSignal): Promise<void> {
  let seen = nothing
  for (let turn = 0; turn < turns; turn += 1) {
    if (await save(file, seen, content)) return
    signal.throwIfAborted()
    const present = await readPresent(file)
    if (present.md5Hash === content.md5Hash) return
    signal.throwIfAborted()
    seen = present.generation
  }
  throw new ObjectStoreError('contended')
}

/** False where another generation lies there. */
async function save(file: File, generation: string, { bytes, md5Hash }: Content): Promise<boolean> {
  try {
    await file.save(bytes, {
      // One request: an object is there with its last byte, or not at all.
      resumable: false,
      // Checked by the store before the object is there; the client's own check comes after, and deletes.
      validation: false,
      preconditionOpts: { ifGenerationMatch: generation },
      metadata: {
        contentType: 'image/webp',
        // Served through the gateway, to those who may see it: no cache in between keeps it for others.
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
