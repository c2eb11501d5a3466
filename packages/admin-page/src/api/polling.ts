const shortestMs = 1_000
const longestMs = 15_000

/**
 * The pause before the next request for something in progress: a twentieth of the time for which it has been watched,
 * between one second and fifteen. So a short phase is seen to progress, and a long one costs little.
 */
export function pollingPauseMs(watchedSince: number, now: number): number {
  return Math.round(Math.min(longestMs, Math.max(shortestMs, (now - watchedSince) / 20)))
}
