/** Weight of the task that ended last in the moving average. */
const newestPart = 0.2

/** How long tasks take in relation to their cost, as a moving average; estimates how long others will still take. */
export class Pace {
  #ms: number | undefined

  /** Milliseconds for a cost of one; undefined before the first task has ended. */
  get ms(): number | undefined {
    return this.#ms
  }

  /** Records a task that has ended after `tookMs` milliseconds. */
  record(tookMs: number, cost = 1): void {
    const ms = tookMs / cost
    this.#ms = this.#ms === undefined ? ms : this.#ms + (ms - this.#ms) * newestPart
  }

  /**
   * Expected remaining milliseconds of a task that has run for `ageMs`. One that is late is expected to take as long
   * again as it is late.
   */
  restOf(ageMs: number, cost = 1): number {
    return Math.abs((this.#ms ?? 0) * cost - ageMs)
  }
}

/** Retry-After for a wait in milliseconds: whole seconds, 1 to 60. */
export function toRetryAfterS(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1_000), 1), 60)
}
