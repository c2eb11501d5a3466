/** Consecutive missed heartbeats that make a heartbeat timeout. */
const missedLimit = 5

export interface HeartbeatWatch {
  /** Something arrived from the other end: no heartbeat is missed so far. */
  beat(): void
  /** Lets the process exit while this watches. */
  unref(): void
  end(): void
}

/**
 * Calls `onTimeout` at each heartbeat from the fifth one missed in a row, and `onHeartbeat` at those before. Counts
 * heartbeats instead of time: an event loop that was blocked could not receive anything, and must not blame the other
 * end for it.
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
