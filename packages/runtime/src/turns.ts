export interface TurnLimits {
  /** Works at a time. */
  places: number
  /** Of those, for one key; the others stay free for other keys. */
  placesOfOne: number
  /** That wait for a place. */
  maxWaiting: number
  /** For so long at most. */
  waitMs: number
}

interface Waiting {
  key: string
  /** When it would be finished if all keys were worked on side by side. */
  finish: number
  begin: () => void
  refuse: (error: unknown) => void
}

/**
 * Gives places to work on behalf of keys, in fair shares of what the works cost (fair queueing): next is the one that
 * would be finished first if all keys were worked on side by side. So a small one does not wait for the large ones before
 * it, nor a large one for ever. Where too many wait, the key with most of them loses its last one.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #refusal: () => Error
  /** In the order in which they came. */
  #waiting: Waiting[] = []
  readonly #inHand = new Map<string, number>()
  #taken = 0
  /** What a key that always had work would have been given by now. */
  #clock = 0
  /** When a key's last work would be finished, where that is later. */
  readonly #finished = new Map<string, number>()

  /** @param refusal what is thrown where too many wait, or one for too long */
  constructor(limits: TurnLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Does `work` when its turn has come. @throws the refusal; the signal's reason, while it waits */
  async take<Result>(
    { key, cost, signal }: { key: string; cost: number; signal?: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const turn = Promise.withResolvers<void>()
    const finish = Math.max(this.#clock, this.#finished.get(key) ?? 0) + cost
    this.#finished.set(key, finish)
    const waiting: Waiting = { key, finish, begin: turn.resolve, refuse: turn.reject }
    this.#waiting.push(waiting)
    this.#fill()
    if (this.#waiting.length > this.#limits.maxWaiting) this.#refuseOne()
    const leave = () => this.#refuse(waiting, signal?.reason)
    const timer = setTimeout(() => this.#refuse(waiting, this.#refusal()), this.#limits.waitMs)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    try {
      return await work()
    } finally {
      this.#giveBack(key, cost)
    }
  }

  #fill(): void {
    while (this.#taken < this.#limits.places) {
      const next = this.#next()
      if (next === undefined) return
      this.#remove(next)
      this.#taken += 1
      this.#inHand.set(next.key, this.#countOf(next.key) + 1)
      next.begin()
    }
  }

  #giveBack(key: string, cost: number): void {
    const keys = new Set([...this.#inHand.keys(), ...this.#waiting.map((one) => one.key)])
    this.#clock += cost / keys.size
    this.#taken -= 1
    const left = this.#countOf(key) - 1
    if (left > 0) this.#inHand.set(key, left)
    else this.#inHand.delete(key)
    this.#fill()
    for (const [one, finish] of this.#finished) {
      if (finish <= this.#clock || this.#taken === 0) this.#finished.delete(one)
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of this.#waiting) {
      if (this.#countOf(one.key) >= this.#limits.placesOfOne) continue
      if (next === undefined || one.finish < next.finish) next = one
    }
    return next
  }

  #refuseOne(): void {
    const counts = new Map<string, number>()
    for (const { key } of this.#waiting) counts.set(key, (counts.get(key) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const last = this.#waiting.findLast(({ key }) => counts.get(key) === most)
    if (last !== undefined) this.#refuse(last, this.#refusal())
  }

  #refuse(waiting: Waiting, error: unknown): void {
    this.#remove(waiting)
    waiting.refuse(error)
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting)
  }

  #countOf(key: string): number {
    return this.#inHand.get(key) ?? 0
  }
}
