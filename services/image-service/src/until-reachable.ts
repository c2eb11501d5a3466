import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'

const firstPauseMs = 250
const longestPauseMs = 10_000

/** Answers that another try can change. */
const passingCodes = new Set<ErrorCode>(['unavailable', 'timeout', 'internal'])

/**
 * Asks until there is an answer, with growing pauses, keeping the message alive meanwhile. Throws any answer that will
 * stay the same, and the last error where the process stops.
 */
export async function untilReachable<T>(
  work: { working(): void; signal: AbortSignal },
  ask: () => Promise<T>,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    work.working()
    try {
      return await ask()
    } catch (error) {
      if (work.signal.aborted || !(error instanceof ServiceError) || !passingCodes.has(error.code))
        throw error
      // Spread, so that the workers do not come back all at once.
      await wait(pauseMs * (0.5 + Math.random()), undefined, { signal: work.signal }).catch(() => {
        throw error
      })
    }
  }
}
