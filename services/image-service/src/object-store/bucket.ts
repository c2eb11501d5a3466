import { startDeadline } from '../deadline.ts'
import { retry } from '../retry.ts'
import { ObjectStoreError, toObjectStoreError } from './object-store-error.ts'

export interface BucketOptions {
  bucket: string
  /** URL of another server than Google's or Amazon's; by default, the provider's own. */
  endpoint?: string | undefined
  /** For tests. */
  limits?: RetryLimits
  /** For tests: how long reading an object's body may stall, in milliseconds; by default, an attempt's time. */
  idleMs?: number
  /** For tests: how long a connection may be idle, in milliseconds. */
  silentMs?: number
}

export const headersOfObjects = {
  contentType: 'image/webp',
  // Objects are served through the gateway to callers who may see them: no shared cache may store them.
  cacheControl: 'private, max-age=31536000, immutable',
}

/** In milliseconds. */
export interface RetryLimits {
  /** For one attempt. */
  attemptMs: number
  /** For all attempts and the pauses between them: no attempt begins that might end later. */
  totalMs: number
  firstPauseMs: number
}

/** A put may follow a fetch of 30 s within an image's attempt of 50 s, and decoding takes time too. */
export const defaultLimits: RetryLimits = { attemptMs: 6_000, totalMs: 14_000, firstPauseMs: 250 }
const longestPauseMs = 3_000

/** A reader that is idle for longer, in milliseconds, has gone. */
export const defaultSilentMs = 60_000

/**
 * Retries within limited time, even if an attempt never ends. Throws only `ObjectStoreError`. An attempt's signal is
 * aborted when the attempt times out; `discard` receives a result that arrives later.
 */
export async function withRetries<T>(
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

/**
 * Runs before a request and separately from it, so that a host that gives no identity is named as the reason. A metadata
 * server that does not answer gets less time than the attempt, whose timeout would not name it.
 * @throws ObjectStoreError `no_identity`
 */
export async function requireIdentity({ attemptMs }: RetryLimits, ask: Promise<unknown>): Promise<void> {
  using deadline = startDeadline((attemptMs * 2) / 3, () => new ObjectStoreError('no_identity'))
  try {
    await deadline.race(ask)
  } catch {
    throw new ObjectStoreError('no_identity')
  }
}
