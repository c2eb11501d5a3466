import { imageRequested } from '@catalog/contracts'
import { quick, slow } from './slowness.ts'

/** A storefront in its image phase. */
export interface StorefrontQueue {
  storefrontId: string
  /** The slowness of its runs (slowness.ts). */
  slowness: number
  /** Images that can be requested now. */
  due: number
  /** Images that are requested and not claimed by a worker yet. */
  queued: number
  /** Images that workers have claimed. */
  inHand: number
  /** Those of `inHand` that have kept their workers long enough to count as slow, unless their storefront is quick. */
  held: number
}

export interface Window {
  /** The most images of all storefronts that are requested and not yet settled. */
  images: number
  /** For each kind, the storefront that was served last. */
  after: LastServed
}

/**
 * Storefronts that are quick, on trial as long as their speed is not known, or slow. Served round robin within a kind.
 */
export type Kind = 'quick' | 'trial' | 'slow'
export type LastServed = Record<Kind, string>

export interface Quota {
  storefrontId: string
  images: number
}

/** The most images of storefronts that are not known to be quick that are requested at a time. */
export interface Limits {
  slow: number
  trials: number
  trialsOfOne: number
}

/**
 * If quick storefronts have images, one worker is for trials and one for slow storefronts, or both are for slow ones if
 * there is no trial. With the remaining two workers, 40 quick images take at most three times as long as with four.
 * Otherwise one worker is for slow storefronts and the others are for trials, so that quick storefronts are found soon.
 * If there are only slow storefronts, they get three workers, and the next storefront finds a free one.
 */
export function limitsBeside(queues: readonly StorefrontQueue[]): Limits {
  const waiting = queues.filter((queue) => queue.due + queue.queued > 0)
  const hasQuick = waiting.some((queue) => kindOf(queue) === 'quick')
  const hasTrial = queues.some(
    (queue) => kindOf(queue) === 'trial' && queue.due + queue.queued + queue.inHand > queue.held,
  )
  const mostSlow = hasTrial ? 1 : hasQuick ? 2 : 3
  return {
    slow: mostSlow,
    trials: hasQuick ? 1 : mostTrials - Math.min(mostSlow, countSlow(queues)),
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
 * Decides how many images of which storefronts are requested next: those on trial and slow ones up to their limits,
 * then quick ones until the window is full. Round robin within each kind, ordered by id, beginning after the storefront
 * that was served last.
 */
export function assignQuotas(
  queues: readonly StorefrontQueue[],
  window: Window,
): { quotas: Quota[]; after: LastServed } {
  const limits = limitsBeside(queues)
  const quotas: Quota[] = []
  const after = { ...window.after }
  let room = window.images - queues.reduce((sum, queue) => sum + requestedOf(queue), 0)
  assign('trial', limits.trials - countTrials(queues), (queue) => limits.trialsOfOne - countTrials([queue]))
  assign('slow', limits.slow - countSlow(queues))
  assign('quick', room)
  return { quotas, after }

  function assign(
    kind: Kind,
    most: number,
    mostOf: (queue: StorefrontQueue) => number = ({ due }) => due,
  ): void {
    const ofKind = roundRobin(queues, kind, window.after[kind])
    let left = Math.min(room, most)
    const assigned = new Map<StorefrontQueue, number>()
    let isAssigning = true
    while (isAssigning) {
      isAssigning = false
      for (const queue of ofKind) {
        const images = assigned.get(queue) ?? 0
        if (left <= 0 || images >= Math.min(queue.due, mostOf(queue))) continue
        assigned.set(queue, images + 1)
        after[kind] = queue.storefrontId
        left -= 1
        room -= 1
        isAssigning = true
      }
    }
    for (const [{ storefrontId }, images] of assigned) quotas.push({ storefrontId, images })
  }
}

/** The storefronts of one kind in round robin order. Of those on trial, the ones in less doubt come first. */
export function roundRobin<Candidate extends Pick<StorefrontQueue, 'storefrontId' | 'slowness'>>(
  queues: readonly Candidate[],
  kind: Kind,
  after: string,
): Candidate[] {
  const isBehind = ({ storefrontId }: Candidate) => Number(compare(storefrontId, after) <= 0)
  return queues
    .filter((queue) => kindOf(queue) === kind)
    .toSorted(
      (one, other) =>
        one.slowness - other.slowness ||
        isBehind(one) - isBehind(other) ||
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

function sumOf(
  queues: readonly StorefrontQueue[],
  kind: Kind,
  count: (queue: StorefrontQueue) => number,
): number {
  return queues.reduce((sum, queue) => sum + (kindOf(queue) === kind ? count(queue) : 0), 0)
}

/** Compares as PostgreSQL's `collate "C"` does for ASCII, which all ids are. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
