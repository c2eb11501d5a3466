import { setTimeout as wait } from 'node:timers/promises'

export interface RetryOptions {
  /** Whether another attempt may succeed. */
  isTransient: (error: unknown) => boolean
  firstPauseMs?: number
  longestPauseMs?: number
  /** No attempt begins after this time (of `performance.now()`). */
  lastStart?: number
  /** Once it is aborted, no further attempt begins. */
  signal?: AbortSignal
}

/** Retries with growing pauses until an attempt succeeds. Throws the last attempt's error. */
export async function retry<T>(
  attempt: () => Promise<T>,
  { isTransient, firstPauseMs = 250, longestPauseMs = 10_000, lastStart = Infinity, signal }: RetryOptions,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      // Random, so that the workers do not all retry at once.
      const nextMs = pauseMs * (0.5 + Math.random() / 2)
      if (signal?.aborted || !isTransient(error) || performance.now() + nextMs > lastStart) throw error
      await wait(nextMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
