import { imageRequested } from '@catalog/contracts'
import { quick, slow } from './slowness.ts'

/** A storefront in its image phase. */
export interface Line {
  storefrontId: string
  /** Of its runs, as in slowness.ts. */
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
  /** The storefront that had the last turn, of each kind. */
  after: Turns
}

/** Quick storefronts, those of which it is not known yet, and slow ones take turns among themselves. */
export type Kind = 'quick' | 'trial' | 'slow'
export type Turns = Record<Kind, string>

export interface Share {
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
 * slow ones and the others for trials, so that quick ones are soon found. Slow ones among themselves have three: whoever
 * comes next finds a worker.
 */
export function limitsBeside(lines: readonly Line[]): Limits {
  const waiting = lines.filter((line) => line.due + line.queued > 0)
  const hasQuick = waiting.some((line) => kindOf(line) === 'quick')
  const hasTrial = lines.some(
    (line) => kindOf(line) === 'trial' && line.due + line.queued + line.inHand > line.held,
  )
  const mostSlow = hasTrial ? 1 : hasQuick ? 2 : 3
  return {
    slow: mostSlow,
    trials: hasQuick ? 1 : mostTrials - Math.min(mostSlow, countSlow(lines)),
    trialsOfOne: waiting.length > 1 ? 1 : 3,
  }
}

/** Trials are short: with two in the queue no worker waits for the next. */
export const mostTrials = imageRequested.maxAckPending + 2

export function kindOf({ slowness }: Pick<Line, 'slowness'>): Kind {
  if (slowness === quick) return 'quick'
  return slowness === slow ? 'slow' : 'trial'
}

/**
 * How many images of which storefront are requested next: trials and slow ones up to their limits, then quick ones until
 * the window is full; of each kind one each in turn, in the order of their ids from the one after the last.
 */
export function shareWindow(lines: readonly Line[], window: Window): { shares: Share[]; after: Turns } {
  const limits = limitsBeside(lines)
  const shares: Share[] = []
  const after = { ...window.after }
  let room = window.images - lines.reduce((sum, line) => sum + requestedOf(line), 0)
  deal('trial', limits.trials - countTrials(lines), (line) => limits.trialsOfOne - countTrials([line]))
  deal('slow', limits.slow - countSlow(lines))
  deal('quick', room)
  return { shares, after }

  function deal(kind: Kind, most: number, mostOf: (line: Line) => number = ({ due }) => due): void {
    const ofKind = inTurn(lines, kind, window.after[kind])
    let left = Math.min(room, most)
    const dealt = new Map<Line, number>()
    let isDealing = true
    while (isDealing) {
      isDealing = false
      for (const line of ofKind) {
        const images = dealt.get(line) ?? 0
        if (left <= 0 || images >= Math.min(line.due, mostOf(line))) continue
        dealt.set(line, images + 1)
        after[kind] = line.storefrontId
        left -= 1
        room -= 1
        isDealing = true
      }
    }
    for (const [{ storefrontId }, images] of dealt) shares.push({ storefrontId, images })
  }
}

/** Those of a kind in the order of their turns. Of those on trial, the ones in less doubt come first. */
export function inTurn<Candidate extends Pick<Line, 'storefrontId' | 'slowness'>>(
  lines: readonly Candidate[],
  kind: Kind,
  after: string,
): Candidate[] {
  const isBehind = ({ storefrontId }: Candidate) => Number(compare(storefrontId, after) <= 0)
  return lines
    .filter((line) => kindOf(line) === kind)
    .toSorted(
      (one, other) =>
        one.slowness - other.slowness ||
        isBehind(one) - isBehind(other) ||
        compare(one.storefrontId, other.storefrontId),
    )
}

/** Images of storefronts on trial that are requested, or in hand only, but for those that are held. */
export function countTrials(lines: readonly Line[], countOf = requestedOf): number {
  return sumOf(lines, 'trial', (line) => countOf(line) - line.held)
}

/** Images of slow storefronts that are requested, or in hand only, and those held of storefronts on trial. */
export function countSlow(lines: readonly Line[], countOf = requestedOf): number {
  return sumOf(lines, 'slow', countOf) + sumOf(lines, 'trial', ({ held }) => held)
}

function requestedOf({ queued, inHand }: Line): number {
  return queued + inHand
}

export function inHandOf({ inHand }: Line): number {
  return inHand
}

function sumOf(lines: readonly Line[], kind: Kind, count: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + (kindOf(line) === kind ? count(line) : 0), 0)
}

/** As `collate "C"` has it; ids are ASCII. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
