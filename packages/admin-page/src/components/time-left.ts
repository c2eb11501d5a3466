const minuteMs = 60_000

/** What is read out of the time that a preview has left, once each; null where there is nothing to say yet. */
export function announcementAt(leftMs: number): 'tenMinutes' | 'oneMinute' | null {
  if (leftMs <= 0) return null
  if (leftMs <= minuteMs) return 'oneMinute'
  return leftMs <= 10 * minuteMs ? 'tenMinutes' : null
}

/** Whole minutes while there are some, then seconds: what is shown need not change more often. */
export function shownTimeLeft(leftMs: number): number {
  const left = Math.max(0, leftMs)
  return left > minuteMs ? Math.floor(left / minuteMs) * minuteMs : Math.ceil(left / 1_000) * 1_000
}
