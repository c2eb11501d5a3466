/** Of what is known, the part of the one that ended last. */
const newestPart = 0.2

/** How long tasks have taken for what they cost, to say how long others may go on. */
export class Pace {
  #ms: number | undefined

  /** Milliseconds for a cost of one; undefined before the first task has ended. */
  get ms(): number | undefined {
    return this.#ms
  }

  /** A task has ended. */
  note(tookMs: number, cost = 1): void {
    const ms = tookMs / cost
    this.#ms = this.#ms === undefined ? ms : this.#ms + (ms - this.#ms) * newestPart
  }

  /** Milliseconds that a task is likely to go on after `ageMs`. Beyond what others took, it may take as long again. */
  restOf(ageMs: number, cost = 1): number {
    return Math.abs((this.#ms ?? 0) * cost - ageMs)
  }
}

/** Retry-After for a wait of that long, in whole seconds: at least one, at most a minute. */
export function toRetryAfterS(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1_000), 1), 60)
}
