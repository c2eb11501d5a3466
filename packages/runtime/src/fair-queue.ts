export interface FairQueueLimits {
  /** Tasks at a time. */
  slots: number
  /** Of those, for one key; the others stay free for other keys. */
  slotsPerKey: number
  /** Tasks that cost more leave one slot to the others, whatever their keys. By default, none does. */
  largeCost?: number
  /** Tasks that wait for a slot. */
  maxWaiting: number
  /** How long each may wait, in milliseconds. */
  waitMs: number
}

interface Waiting {
  key: string
  isLarge: boolean
  /** When it would be finished if all keys were served side by side. */
  finish: number
  begin: () => void
  refuse: (error: unknown) => void
}

/**
 * Runs tasks on behalf of keys, a bounded number at a time, by fair queueing: next is the task that would finish first if
 * all keys were served side by side. So a small task does not wait for the large ones before it, nor a large one for
 * ever. Where too many wait, the last task of the key with the most waiting is rejected.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #refusal: () => Error
  /** In the order in which they came. */
  #waiting: Waiting[] = []
  readonly #running = new Map<string, number>()
  #taken = 0
  /** Slots taken by large tasks. */
  #large = 0
  /** What a key that always had tasks would have been given by now. */
  #clock = 0
  /** When a key's last task would be finished, where that is later. */
  readonly #finished = new Map<string, number>()

  /** @param refusal what is thrown where too many wait, or one for too long */
  constructor(limits: FairQueueLimits, refusal: () => Error) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Runs `task` once a slot is free. @throws the refusal, or the signal's reason, while it waits; what `task` throws */
  async run<Result>(
    { key, cost, signal }: { key: string; cost: number; signal?: AbortSignal },
    task: () => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const slot = Promise.withResolvers<void>()
    const finish = Math.max(this.#clock, this.#finished.get(key) ?? 0) + cost
    this.#finished.set(key, finish)
    const isLarge = cost > (this.#limits.largeCost ?? Infinity)
    const waiting: Waiting = { key, isLarge, finish, begin: slot.resolve, refuse: slot.reject }
    this.#waiting.push(waiting)
    this.#fill()
    if (this.#waiting.length > this.#limits.maxWaiting) this.#refuseOne()
    const leave = () => this.#refuse(waiting, signal?.reason)
    const timer = setTimeout(() => this.#refuse(waiting, this.#refusal()), this.#limits.waitMs)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await slot.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    try {
      return await task()
    } finally {
      if (isLarge) this.#large -= 1
      this.#giveBack(key, cost)
    }
  }

  #fill(): void {
    while (this.#taken < this.#limits.slots) {
      const next = this.#next()
      if (next === undefined) return
      this.#remove(next)
      this.#taken += 1
      if (next.isLarge) this.#large += 1
      this.#running.set(next.key, this.#countOf(next.key) + 1)
      next.begin()
    }
  }

  #giveBack(key: string, cost: number): void {
    const keys = new Set([...this.#running.keys(), ...this.#waiting.map((one) => one.key)])
    this.#clock += cost / keys.size
    this.#taken -= 1
    const left = this.#countOf(key) - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
    this.#fill()
    for (const [one, finish] of this.#finished) {
      if (finish <= this.#clock || this.#taken === 0) this.#finished.delete(one)
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of this.#waiting) {
      if (this.#countOf(one.key) >= this.#limits.slotsPerKey) continue
      if (one.isLarge && this.#large >= Math.max(1, this.#limits.slots - 1)) continue
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
    return this.#running.get(key) ?? 0
  }
}
