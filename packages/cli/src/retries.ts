import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from './failures.ts'
import type { ApiError } from './failures.ts'

export interface RetryOptions {
  /** Before the second attempt, and so on: one attempt more than there are pauses. */
  pausesMs: readonly number[]
  /** The longest that a server can ask to wait. */
  maxPauseMs: number
  onRetry: (error: ApiError, pauseMs: number) => void
}

/** Does it again where the connection was lost, or the service is unavailable for now; so often, and no more. */
export async function withRetries<Result>(
  { pausesMs, maxPauseMs, onRetry }: RetryOptions,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt()
    } catch (error) {
      if (!isTransient(error)) throw error
      const wanted = error.retryAfterS === null ? pauseMs : error.retryAfterS * 1000
      if (wanted > maxPauseMs) throw error
      onRetry(error, wanted)
      await pause(wanted)
    }
  }
  return await attempt()
}
