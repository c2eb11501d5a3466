/** Heartbeats in a row that are missed in a heartbeat timeout. */
const missedLimit = 5

export interface HeartbeatWatch {
  /** The other end was heard: no heartbeat is missed so far. */
  beat(): void
  /** The process may end while this watches. */
  unref(): void
  end(): void
}

/**
 * Calls `onTimeout` at each heartbeat from the fifth on that was missed in a row, and `onHeartbeat` at those before.
 * Counts heartbeats, not time: an event loop that was blocked has not heard the other end, and must not blame it.
 */
export function watchHeartbeat(
  heartbeatMs: number,
  onTimeout: () => void,
  onHeartbeat: () => void,
): HeartbeatWatch {
  let missed = 0
  const timer = setInterval(() => {
    missed += 1
    if (missed >= missedLimit) onTimeout()
    else onHeartbeat()
  }, heartbeatMs)
  return {
    beat: () => {
      missed = 0
    },
    unref: () => void timer.unref(),
    end: () => clearInterval(timer),
  }
}
