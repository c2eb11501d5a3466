import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the work settles, but no longer than `limitMs`. Never rejects. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([
    work.catch(() => undefined),
    pause(limitMs, undefined, { signal: over.signal }).catch(() => undefined),
  ])
  over.abort()
}
