const minuteMs = 60_000

/**
 * The remaining time of a preview at which to announce it to screen readers, once each; null while there is nothing to
 * announce.
 */
export function announcementAt(leftMs: number): 'tenMinutes' | 'oneMinute' | null {
  if (leftMs <= 0) return null
  if (leftMs <= minuteMs) return 'oneMinute'
  return leftMs <= 10 * minuteMs ? 'tenMinutes' : null
}
