import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from './failures.ts'
import type { ApiError } from './failures.ts'

export interface RetryOptions {
  /** Pauses before the second attempt and each further one, in milliseconds. */
  pausesMs: readonly number[]
  /** The longest pause that a server can request, in milliseconds. */
  maxPauseMs: number
  onRetry: (error: ApiError, pauseMs: number) => void
}

/** Repeats the attempt if the connection was lost or the service is temporarily unavailable, once for each pause. */
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
