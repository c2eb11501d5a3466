/** A storefront that has images to request. */
export interface Line {
  storefrontId: string
  /** Images that could be requested now. */
  due: number
  /** Of its images, how many are requested and not yet settled. */
  requested: number
  /** Its images took long, lately. */
  isSlow: boolean
}

export interface Window {
  /** Requested and not yet settled at a time, of all storefronts. */
  images: number
  /** Images worked on at a time. */
  workers: number
  /** Requested and not yet settled, of all storefronts, at the moment. */
  requested: number
  /** The storefront that had the last turn. */
  after: string
}

export interface Share {
  storefrontId: string
  images: number
}

/**
 * How many images of which storefront are requested next: one each in turn, in the order of their ids from the one after
 * `after`, until the window is full. A slow storefront has no more than half of the workers' number requested at a time
 * while others have work, so that a dead host cannot hold all of them; what the others leave free, it may have.
 */
export function shareWindow(lines: readonly Line[], window: Window): { shares: Share[]; after: string } {
  const inTurn = lines.toSorted(
    (one, other) =>
      turnOf(one, window) - turnOf(other, window) || compare(one.storefrontId, other.storefrontId),
  )
  const dealt = new Map(inTurn.map(({ storefrontId }) => [storefrontId, 0]))
  let total = window.requested
  let { after } = window
  const countOf = ({ storefrontId }: Line) => dealt.get(storefrontId) ?? 0

  deal(window.images, (line) => !line.isSlow || line.requested + countOf(line) < window.workers / 2)
  deal(window.workers, () => true)
  const shares = inTurn.map((line) => ({ storefrontId: line.storefrontId, images: countOf(line) }))
  return { shares: shares.filter(({ images }) => images > 0), after }

  function deal(upTo: number, mayHave: (line: Line) => boolean): void {
    let isDealing = true
    while (isDealing) {
      isDealing = false
      for (const line of inTurn) {
        if (total >= upTo) return
        if (countOf(line) >= line.due || !mayHave(line)) continue
        dealt.set(line.storefrontId, countOf(line) + 1)
        total += 1
        after = line.storefrontId
        isDealing = true
      }
    }
  }
}

/** Those after the last turn come before those that start anew. */
function turnOf({ storefrontId }: Line, { after }: Window): number {
  return compare(storefrontId, after) > 0 ? 0 : 1
}

/** As `collate "C"` has it; ids are ASCII. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
