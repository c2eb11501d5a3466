interface Watched {
  created_at: string
}

const shortestMs = 1_000
const longestMs = 15_000

/**
 * How long to wait before a run is asked for again: a twentieth of the time since it began, between one second and
 * fifteen. A short phase is seen to move, a long one costs little.
 */
export function pollingPauseMs({ created_at: createdAt }: Watched, now: number): number {
  const age = now - Date.parse(createdAt)
  return Math.round(Math.min(longestMs, Math.max(shortestMs, age / 20)))
}
