import { imageRequested } from '@catalog/contracts'
import { quick, slow } from '../runs/slowness.ts'
import { guessedMs, longMs } from './worker-time.ts'

/** A storefront with a run in its image phase. */
export interface FetchingStorefront {
  storefrontId: string
  /**
   * The slowness of its runs, as in runs/slowness.ts: the greatest if that is above `unknown`; otherwise `quick` if
   * one run is quick.
   */
  slowness: number
  /** Images that are requested and not claimed by a worker yet. */
  queued: number
  /** Images that workers have claimed. */
  inHand: number
  /** Those of `inHand` that have kept their workers long enough to count as slow, unless their storefront is quick. */
  held: number
  /** Milliseconds for which its images have occupied workers lately, those in hand included. */
  usedMs: number
  /** Milliseconds for which one usually does; null if none has yet. */
  usualMs: number | null
}

export interface StorefrontQueue extends FetchingStorefront {
  /** Images that can be requested now. */
  due: number
}

export interface Demand {
  queues: readonly StorefrontQueue[]
  /** Whether a run whose images are short (worker-time.ts) has ended lately, of another storefront if one is alone. */
  hadShort: boolean
}

/** Storefronts that are quick, on trial as long as their speed is not known, or slow. */
export type Kind = 'quick' | 'trial' | 'slow'

export interface Quota {
  storefrontId: string
  images: number
}

/** The most images that are requested at a time, of storefronts not known to be quick, or whose images are long. */
export interface Limits {
  slow: number
  long: number
  trials: number
  trialsOfOne: number
}

/**
 * If quick storefronts have images, or had some lately, one worker is for trials and one for slow storefronts, or both
 * are for slow ones if there is no trial. With the remaining two workers, 40 quick images take at most three times as
 * long as with four, and a single one finds a free worker. Otherwise one worker is for slow storefronts and the others
 * are for trials, so that quick storefronts are found soon. If there are only slow storefronts, they get three workers,
 * and the next storefront finds a free one.
 */
export function limitsBeside({ queues, hadShort }: Demand): Limits {
  const waiting = queues.filter((queue) => queue.due + queue.queued > 0)
  const hasQuick = hadShort || waiting.some((queue) => kindOf(queue) === 'quick')
  const hasTrial = queues.some(
    (queue) => kindOf(queue) === 'trial' && queue.due + queue.queued + queue.inHand > queue.held,
  )
  const mostSlow = hasTrial ? 1 : hasQuick ? 2 : 3
  const slowOnes = countSlow(queues)
  return {
    slow: mostSlow,
    // Otherwise one is in the queue, so that no worker waits for the next one.
    long: hasTrial ? 2 : hadShort ? 3 : imageRequested.maxAckPending + 1,
    trials: hasQuick ? (slowOnes < 3 ? 1 : 0) : mostTrials - Math.min(mostSlow, slowOnes),
    trialsOfOne: waiting.length > 1 ? 1 : 3,
  }
}

/** Trials are short: with two more in the queue, no worker waits for the next one. */
export const mostTrials = imageRequested.maxAckPending + 2

export function kindOf({ slowness }: Pick<StorefrontQueue, 'slowness'>): Kind {
  if (slowness === quick) return 'quick'
  return slowness === slow ? 'slow' : 'trial'
}

/**
 * Decides how many images of which storefronts are requested next, if at most `window` are to be requested at a time:
 * those on trial and slow ones up to their limits, then quick ones. Within each kind, workers are shared by time: next
 * is the storefront that has used least of it.
 */
export function assignQuotas(demand: Demand, window: number): Quota[] {
  const { queues } = demand
  const limits = limitsBeside(demand)
  const assigned = new Map<string, number>()
  let room = window - sum(queues, requestedOf)
  const assignedTo = ({ storefrontId }: StorefrontQueue) => assigned.get(storefrontId) ?? 0
  assign('trial', limits.trials - countTrials(queues), (queue) => limits.trialsOfOne - countTrials([queue]))
  assign('slow', limits.slow - countSlow(queues))
  const long = queues.filter((queue) => kindOf(queue) === 'quick' && usualMsOf(queue) > longMs)
  assign('quick', room, (queue) => {
    if (!long.includes(queue)) return Infinity
    return assignedTo(queue) + limits.long - sum(long, requestedOf) - sum(long, assignedTo)
  })
  return [...assigned].map(([storefrontId, images]) => ({ storefrontId, images }))

  function assign(kind: Kind, most: number, mostOf: (queue: StorefrontQueue) => number = () => Infinity) {
    for (let left = Math.min(room, most); left > 0; left -= 1) {
      const [next] = inTurn(
        queues.filter((queue) => assignedTo(queue) < Math.min(queue.due, mostOf(queue))),
        kind,
        assignedTo,
      )
      if (next === undefined) return
      assigned.set(next.storefrontId, assignedTo(next) + 1)
      room -= 1
    }
  }
}

/**
 * The storefronts of one kind, first those in less doubt, then those that have used less of the workers' time. The
 * images in the queue count as used, and as many more as `more` says.
 */
export function inTurn<Candidate extends FetchingStorefront>(
  queues: readonly Candidate[],
  kind: Kind,
  more: (queue: Candidate) => number = () => 0,
): Candidate[] {
  const used = (queue: Candidate) => queue.usedMs + (queue.queued + more(queue)) * usualMsOf(queue)
  return queues
    .filter((queue) => kindOf(queue) === kind)
    .toSorted(
      (one, other) =>
        one.slowness - other.slowness ||
        used(one) - used(other) ||
        compare(one.storefrontId, other.storefrontId),
    )
}

/**
 * Counts the images of storefronts on trial, requested ones or, by `countOf`, only claimed ones; without the held ones.
 */
export function countTrials(queues: readonly StorefrontQueue[], countOf = requestedOf): number {
  return sumOf(queues, 'trial', (queue) => countOf(queue) - queue.held)
}

/**
 * Counts the images of slow storefronts, requested ones or, by `countOf`, only claimed ones; and the held images of
 * storefronts on trial.
 */
export function countSlow(queues: readonly StorefrontQueue[], countOf = requestedOf): number {
  return sumOf(queues, 'slow', countOf) + sumOf(queues, 'trial', ({ held }) => held)
}

function requestedOf({ queued, inHand }: StorefrontQueue): number {
  return queued + inHand
}

export function inHandOf({ inHand }: StorefrontQueue): number {
  return inHand
}

function usualMsOf({ usualMs }: Pick<StorefrontQueue, 'usualMs'>): number {
  return usualMs ?? guessedMs
}

function sumOf(
  queues: readonly StorefrontQueue[],
  kind: Kind,
  count: (queue: StorefrontQueue) => number,
): number {
  return sum(queues, (queue) => (kindOf(queue) === kind ? count(queue) : 0))
}

function sum(queues: readonly StorefrontQueue[], count: (queue: StorefrontQueue) => number): number {
  return queues.reduce((total, queue) => total + count(queue), 0)
}

/** Compares as PostgreSQL's `collate "C"` does for ASCII, which all ids are. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
