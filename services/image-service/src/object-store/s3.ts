import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { z } from 'zod'
import { defaultLimits, defaultSilentMs, headersOfObjects, requireIdentity, withRetries } from './bucket.ts'
import type { BucketOptions } from './bucket.ts'
import { streamBody } from './object-body.ts'
import { checkKey } from './object-store.ts'
import type { ObjectStore, OpenObject } from './object-store.ts'
import { ObjectStoreError } from './object-store-error.ts'
import { replaceObject } from './replace-object.ts'

export interface S3Options extends BucketOptions {
  region: string
  /** For tests: instead of the host's identity, which takes time to find. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

/**
 * Objects in a bucket of Amazon S3, or of a server that speaks like it and supports conditional writes, accessed with
 * the identity of the host: web identity, or the role of its container or instance. Errors are `ObjectStoreError`.
 */
export function openS3Store(options: S3Options): ObjectStore {
  const { bucket, region, endpoint, limits = defaultLimits, silentMs = defaultSilentMs } = options
  const { idleMs = limits.attemptMs } = options
  // Readers that are slow hold connections: with a limit, they would keep others waiting.
  const agent = { keepAlive: true, maxSockets: Infinity }
  const client = new S3Client({
    region,
    ...(options.credentials && { credentials: options.credentials }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // withRetries does this: the client does not limit the time of an attempt.
    retryStrategy: { retry: (next, args) => next(args) },
    // Waiting for the server's consent would take longer than an attempt where it does not answer.
    expectContinueHeader: false,
    requestHandler: { socketTimeout: silentMs, httpAgent: agent, httpsAgent: agent },
  })

  /** An attempt with the host's identity, which the client caches while it is valid. */
  async function attempt<T>(work: (signal: AbortSignal) => Promise<T>, discard?: (late: T) => void) {
    return await withRetries(
      limits,
      async (signal) => {
        await requireIdentity(limits, client.config.credentials())
        signal.throwIfAborted()
        return await work(signal).catch((error: unknown) => {
          throw toCodedError(error)
        })
      },
      discard,
    )
  }

  /** Empty only if there are no objects: an empty page may be followed by others. */
  async function listSome(prefix: string, after: string, limit: number): Promise<string[]> {
    const page = { Bucket: bucket, Prefix: prefix, MaxKeys: limit, StartAfter: `${prefix}${after}` }
    let ContinuationToken: string | undefined
    for (;;) {
      const command = new ListObjectsV2Command({ ...page, ContinuationToken })
      const found = await attempt((abortSignal) => client.send(command, { abortSignal }))
      ContinuationToken = found.NextContinuationToken
      const keys = (found.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      if (keys.length > 0 || ContinuationToken === undefined) return keys
    }
  }

  return {
    async put(key, bytes) {
      checkKey(key)
      const request = {
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: headersOfObjects.contentType,
        CacheControl: headersOfObjects.cacheControl,
        // The store checks it before the object exists, and sends it with the object. An ETag is not always the MD5.
        ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
      }
      const save = async (seen: string | null, abortSignal: AbortSignal) => {
        const condition = seen === null ? { IfNoneMatch: '*' } : { IfMatch: seen }
        try {
          await client.send(new PutObjectCommand({ ...request, ...condition }), { abortSignal })
          return true
        } catch (error) {
          // 409: another request for this key is in progress; 404: the object to be replaced is gone.
          const isAnother = statusOf(error) === 412 || nameOf(error) === 'ConditionalRequestConflict'
          if (isAnother || nameOf(error) === 'NoSuchKey') return false
          throw error
        }
      }
      const readPresent = async (abortSignal: AbortSignal) => {
        try {
          const command = new HeadObjectCommand({ Bucket: bucket, Key: key, ChecksumMode: 'ENABLED' })
          const head = await client.send(command, { abortSignal })
          if (head.ETag === undefined) throw new ObjectStoreError('incomplete')
          return { tag: head.ETag, isSame: head.ChecksumSHA256 === request.ChecksumSHA256 }
        } catch (error) {
          if (statusOf(error) === 404) return null
          throw error
        }
      }
      await attempt((signal) =>
        replaceObject({ save: (seen) => save(seen, signal), readPresent: () => readPresent(signal) }, signal),
      )
    },

    async get(key) {
      checkKey(key)
      const open = async (abortSignal: AbortSignal): Promise<OpenObject | null> => {
        try {
          const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
          return openObject(found, idleMs)
        } catch (error) {
          // A bucket that does not exist is no missing object.
          if (nameOf(error) === 'NoSuchKey') return null
          throw error
        }
      }
      return await attempt(open, (late) => late?.leave())
    },

    async deleteBelow(key, limit) {
      checkKey(key)
      const keys = await listSome(`${key}/`, '', limit)
      if (keys.length === 0) return 0
      const Objects = keys.map((Key) => ({ Key }))
      await attempt(async (abortSignal) => {
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })
        const { Errors = [] } = await client.send(command, { abortSignal })
        if (Errors.length > 0)
          throw new ObjectStoreError(
            Errors.some(({ Code }) => Code === 'AccessDenied') ? 'http_403' : 'http_503',
          )
      })
      return keys.length
    },

    async listBelow(key, after, limit) {
      checkKey(key)
      const prefix = `${key}/`
      return (await listSome(prefix, after, limit)).map((name) => name.slice(prefix.length))
    },
  }
}

const answered = z.object({ httpStatusCode: z.number().optional() })

/** Its body fails if it is aborted, or does not match its announced length or the checksum that was stored with it. */
function openObject(found: GetObjectCommandOutput, idleMs: number): OpenObject {
  const { Body: stream, ContentLength: contentLength, ETag: etag, LastModified: lastModified } = found
  if (!(stream instanceof Readable)) throw new ObjectStoreError('incomplete')
  // Some errors are emitted when nothing listens any more.
  stream.on('error', () => {})
  if (contentLength === undefined || etag === undefined || lastModified === undefined) {
    stream.destroy()
    throw new ObjectStoreError('incomplete')
  }
  const body = streamBody(stream, contentLength, idleMs)
  return { contentLength, etag, lastModified, body, leave: () => stream.destroy() }
}

function toCodedError(error: unknown): unknown {
  // Amazon's answer to a body that did not arrive in its time.
  if (nameOf(error) === 'RequestTimeout') return new ObjectStoreError('http_408')
  const status = statusOf(error)
  return status === undefined ? error : new ObjectStoreError(`http_${status}`)
}

/** Also of an answer that is not XML, such as a proxy's. */
function statusOf(error: unknown): number | undefined {
  const isAnswered = typeof error === 'object' && error !== null && '$metadata' in error
  const { data } = answered.safeParse(isAnswered ? error.$metadata : {})
  return data?.httpStatusCode
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}
