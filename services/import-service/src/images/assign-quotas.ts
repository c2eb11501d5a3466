import { imageRequested } from '@catalog/contracts'
import { quick, slow } from './slowness.ts'

/** A storefront in its image phase. */
export interface StorefrontQueue {
  storefrontId: string
  /** That of its runs (slowness.ts). */
  slowness: number
  /** Images that could be requested now. */
  due: number
  /** Images that are requested and that no worker has taken yet. */
  queued: number
  /** Images that workers have in hand. */
  inHand: number
  /** Of those, images that have kept their workers for long enough to count as slow, if they are not of a quick one. */
  held: number
}

export interface Window {
  /** Requested and not yet settled at a time, of all storefronts. */
  images: number
  /** The storefront served last, of each kind. */
  after: LastServed
}

/** Quick storefronts, those not known yet, and slow ones: round robin among those of a kind. */
export type Kind = 'quick' | 'trial' | 'slow'
export type LastServed = Record<Kind, string>

export interface Quota {
  storefrontId: string
  images: number
}

/** Images requested at a time, at most, of storefronts that are not known to be quick. */
export interface Limits {
  slow: number
  trials: number
  trialsOfOne: number
}

/**
 * Beside quick storefronts that have images, one worker is for trials and one for slow ones, or both where there is no
 * trial: with the two that are left, 40 quick images take at most three times as long as with four. Otherwise one is for
 * slow ones and the others for trials, so that quick ones are soon found. Slow ones among themselves have three: the
 * next storefront finds a free worker.
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

/** Trials are short: with two in the queue no worker waits for the next. */
export const mostTrials = imageRequested.maxAckPending + 2

export function kindOf({ slowness }: Pick<StorefrontQueue, 'slowness'>): Kind {
  if (slowness === quick) return 'quick'
  return slowness === slow ? 'slow' : 'trial'
}

/**
 * How many images of which storefront are requested next: trials and slow ones up to their limits, then quick ones until
 * the window is full; round robin within each kind, in the order of their ids from the one after the last.
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

/** Those of a kind in round robin order. Of those on trial, the less doubtful come first. */
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

/** Images of storefronts on trial that are requested, or in hand only, but for those that are held. */
export function countTrials(queues: readonly StorefrontQueue[], countOf = requestedOf): number {
  return sumOf(queues, 'trial', (queue) => countOf(queue) - queue.held)
}

/** Images of slow storefronts that are requested, or in hand only, and those held of storefronts on trial. */
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

/** As `collate "C"` has it; ids are ASCII. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
