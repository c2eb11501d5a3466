import { setTimeout as wait } from 'node:timers/promises'

export interface RetryOptions {
  /** Whether another attempt may succeed. */
  isTransient: (error: unknown) => boolean
  firstPauseMs?: number
  longestPauseMs?: number
  /** No attempt begins after this time (of `performance.now()`). */
  lastStart?: number
  /** Once it is aborted, there is no other attempt. */
  signal?: AbortSignal
}

/** Attempts until one succeeds, with growing pauses. Throws the last attempt's error. */
export async function retry<T>(
  attempt: () => Promise<T>,
  { isTransient, firstPauseMs = 250, longestPauseMs = 10_000, lastStart = Infinity, signal }: RetryOptions,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      // Spread, so that the workers do not come back all at once.
      const nextMs = pauseMs * (0.5 + Math.random() / 2)
      if (signal?.aborted || !isTransient(error) || performance.now() + nextMs > lastStart) throw error
      await wait(nextMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
