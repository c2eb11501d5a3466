/** So many heartbeats without a word from the other end, and it is gone, or cut off. */
const silentTicksLimit = 5

export interface Silence {
  /** Something was heard. */
  broken(): void
  /** The process may end while this watches. */
  unref(): void
  end(): void
}

/**
 * Calls `onSilence` where nothing was heard for five heartbeats, and `onTick` at each heartbeat until then. Counts ticks,
 * not time: an event loop that stood still has not heard the other end, and must not blame it.
 */
export function watchSilence(heartbeatMs: number, onSilence: () => void, onTick?: () => void): Silence {
  let silentTicks = 0
  const timer = setInterval(() => {
    silentTicks += 1
    if (silentTicks >= silentTicksLimit) onSilence()
    else onTick?.()
  }, heartbeatMs)
  return {
    broken: () => {
      silentTicks = 0
    },
    unref: () => void timer.unref(),
    end: () => clearInterval(timer),
  }
}
