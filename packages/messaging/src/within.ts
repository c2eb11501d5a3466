import { setTimeout as pause } from 'node:timers/promises'

/** Waits for the work to end, well or badly, but no longer than that. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([
    work.catch(() => undefined),
    pause(limitMs, undefined, { signal: over.signal }).catch(() => undefined),
  ])
  over.abort()
}
