const shortestMs = 1_000
const longestMs = 15_000

/**
 * How long to wait before something under way is asked for again: a twentieth of the time that it has been watched,
 * between one second and fifteen. A short phase is seen to move, a long one costs little.
 */
export function pollingPauseMs(watchedSince: number, now: number): number {
  return Math.round(Math.min(longestMs, Math.max(shortestMs, (now - watchedSince) / 20)))
}
