import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, jest } from '@jest/globals'
import type { Nats } from '../index.ts'
import { defaultTimes } from '../times.ts'

export interface Heartbeats {
  /**
   * Triggers that many heartbeats of this process in turn; waits until these connections have received each one's
   * messages.
   */
  beat(times: number, ...connections: Nats[]): Promise<void>
  /** Triggers heartbeats until the promise settles, possibly by a heartbeat timeout; returns or throws its outcome. */
  until<T>(settled: Promise<T>, ...connections: Nats[]): Promise<T>
}

/** Twice the heartbeats of a heartbeat timeout. */
export const moreThanATimeout = 10

/**
 * Replaces the heartbeat timers of this process in all tests of a file: heartbeats come only when a test triggers them.
 */
export function useHeartbeats(): Heartbeats {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'clearImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  return {
    beat,
    async until(settled, ...connections) {
      const over = new AbortController()
      const end = () => over.abort()
      settled.then(end, end)
      while (!over.signal.aborted) await beat(1, ...connections)
      return await settled
    },
  }
}

async function beat(times: number, ...connections: Nats[]): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    jest.advanceTimersByTime(defaultTimes.heartbeatMs)
    // Twice, so that messages arrive in both directions.
    for (const nats of [...connections, ...connections]) await nats.flush()
    await setImmediate()
  }
}
