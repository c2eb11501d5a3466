import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, jest } from '@jest/globals'
import type { Nats } from '../index.ts'
import { defaultTimes } from '../times.ts'

export interface Heartbeats {
  /** So many heartbeats of this process, one after the other: what is said at each has arrived at these connections. */
  beat(times: number, ...connections: Nats[]): Promise<void>
  /** Heartbeats until the promise is settled, which it may be by a heartbeat timeout; resolves as it does. */
  until<T>(settled: Promise<T>, ...connections: Nats[]): Promise<T>
}

/** Twice the heartbeats of a heartbeat timeout. */
export const moreThanATimeout = 10

/** Stops the heartbeats of this process in all tests of a file: each comes when a test says so. */
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
    // There and back, whichever speaks first.
    for (const nats of [...connections, ...connections]) await nats.flush()
    await setImmediate()
  }
}
