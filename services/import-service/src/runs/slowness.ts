import { claimLifetimeMs } from '@catalog/contracts'

/*
 * How long the images of a run keep their workers waiting, as far as it is known: `quick`, `unknown`, in doubt (the
 * values in between), or `slow`. Each image that keeps its worker waiting for longer than the run's patience raises the
 * value by one; an image that ends sooner makes the run quick. The first waits are short, so hosts that answer are
 * found early even among many that do not.
 */
export const quick = 0
export const unknown = 1
export const slow = 4

/** After this many milliseconds an image blocks its worker for others, whatever was known about its run. */
export const slowAfterMs = 1_000

const patiencesMs: Record<number, number> = { [unknown]: 100, 2: 300 }

/**
 * Milliseconds for which an image of a run with this slowness may wait for its host before it yields its worker to runs
 * that are in no more doubt.
 */
export function patienceMs(slowness: number): number {
  return patiencesMs[slowness] ?? slowAfterMs
}

/** The run's slowness after one of its images has kept a worker waiting for `waitedMs`. */
export function slowedBy(slowness: number, waitedMs: number): number {
  // A single image does not make a run slow: other images may have other hosts.
  const least = waitedMs < slowAfterMs ? unknown : slow - 2
  return Math.min(Math.max(slowness, least) + 1, slow)
}

/** Milliseconds after which a worker that has waited for `waitedMs` must ask again. */
export function askAfterMs(waitedMs: number): number {
  const next = [...Object.values(patiencesMs), slowAfterMs].find((ms) => ms > waitedMs)
  return next === undefined ? slowAfterMs : Math.ceil(next - waitedMs)
}

/** Images claimed at this time or earlier count as blocking their workers now. */
export function heldSince(now: Date): Date {
  return new Date(now.getTime() - slowAfterMs)
}

/** When the claim that expires then was granted. */
export function claimedAt(claimExpiresAt: Date): Date {
  return new Date(claimExpiresAt.getTime() - claimLifetimeMs)
}

export function claimExpiresAfter(claimedTime: Date): Date {
  return new Date(claimedTime.getTime() + claimLifetimeMs)
}
