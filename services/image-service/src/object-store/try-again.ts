import { setTimeout as wait } from 'node:timers/promises'
import { startDeadline } from '../deadline.ts'
import { ObjectStoreError, toObjectStoreError } from './object-store-error.ts'

/** In milliseconds. */
export interface TryLimits {
  /** For one try. */
  tryMs: number
  /** For all tries and the pauses between them: no try begins that might end later. */
  totalMs: number
  firstPauseMs: number
}

const longestPauseMs = 3_000

/**
 * Tries until one succeeds, with growing pauses, in bounded time whether or not a try ever ends. Throws only
 * `ObjectStoreError`: the last one, or at once one that another try would not change. A try's signal is aborted when it
 * is given up; `discard` gets what comes of it all the same.
 */
export async function tryAgain<T>(
  { tryMs, totalMs, firstPauseMs }: TryLimits,
  attempt: (signal: AbortSignal) => Promise<T>,
  discard?: (late: T) => void,
): Promise<T> {
  const lastStart = performance.now() + totalMs - tryMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    using deadline = startDeadline(tryMs, () => new ObjectStoreError('timeout'))
    try {
      return await deadline.race(attempt(deadline.signal), discard)
    } catch (cause) {
      const error = toObjectStoreError(cause)
      // Spread, so that the workers do not come back all at once.
      const nextMs = pauseMs * (0.5 + Math.random() / 2)
      if (!error.isPassing || performance.now() + nextMs > lastStart) throw error
      await wait(nextMs)
    }
  }
}
