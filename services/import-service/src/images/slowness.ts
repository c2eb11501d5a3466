import { claimLifetimeMs } from '@catalog/contracts'

/*
 * How long the images of a run keep their workers waiting, as far as it is known: `quick`; `unknown`; in doubt; `slow`.
 * Each image that keeps its worker for longer than the run is trusted takes it one further; one that does not makes it
 * quick. Hosts that answer are found early among any number that do not, because the first tries are short.
 */
export const quick = 0
export const unknown = 1
export const slow = 4

/** From then on an image keeps its worker from others, whatever was known of its run. */
export const slowAfterMs = 1_000

const patiencesMs: Record<number, number> = { [unknown]: 100, 2: 300 }

/** How long an image of such a run may wait for its host before those that are in no more doubt have the worker. */
export function patienceMs(slowness: number): number {
  return patiencesMs[slowness] ?? slowAfterMs
}

/** What is known of a run after an image of it has kept its worker waiting for so long. */
export function slowedBy(slowness: number, waitedMs: number): number {
  // One image alone makes no run slow: others of it may be elsewhere.
  const least = waitedMs < slowAfterMs ? unknown : slow - 2
  return Math.min(Math.max(slowness, least) + 1, slow)
}

/** When a worker that has waited for so long is to ask again, in milliseconds from then. */
export function askAfterMs(waitedMs: number): number {
  const next = [...Object.values(patiencesMs), slowAfterMs].find((ms) => ms > waitedMs)
  return next === undefined ? slowAfterMs : Math.ceil(next - waitedMs)
}

/** Since when an image must have been in hand to keep its worker from others now. */
export function heldSince(now: Date): Date {
  return new Date(now.getTime() - slowAfterMs)
}

/** When the claim of an image was granted, and when one granted then expires. */
export function claimedAt(claimExpiresAt: Date): Date {
  return new Date(claimExpiresAt.getTime() - claimLifetimeMs)
}

export function claimExpiresAfter(claimedTime: Date): Date {
  return new Date(claimedTime.getTime() + claimLifetimeMs)
}
