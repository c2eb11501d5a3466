import { Pace, toRetryAfterS } from './pace.ts'
import { spending } from './spending.ts'

export interface FairQueueLimits {
  /**
   * Tasks that run at a time. A key with running tasks begins another only while more slots are free than it occupies.
   */
  slots: number
  /**
   * Tasks that cost more than this are large; they always leave one slot to the others, whatever their keys. By
   * default, no task is large.
   */
  largeCost?: number
  /** Tasks that may wait for a slot. */
  maxWaiting: number
  /** How long each may wait, in milliseconds. */
  waitMs: number
}

/** Why a task was not run, for its caller. */
export interface Refusal {
  /**
   * When the task is likely to get a slot, in whole seconds, 1 to 60; estimated from how long tasks take and how many
   * are ahead.
   */
  retryAfterS: number
  /** The key already has its share of the slots, or more: a task of another key would wait less. */
  isOwnShare: boolean
}

interface Task {
  key: string
  cost: number
  isLarge: boolean
  /** Virtual time at which the task would finish if all keys were served at once. */
  finish: number
}

interface Waiting extends Task {
  begin: () => void
  refuse: (error: unknown) => void
}

/**
 * Runs tasks on behalf of keys, a bounded number at a time, by fair queueing: next is the task that would finish first
 * if all keys were served at once. So a small task does not wait for the large ones ahead of it, and a large one is not
 * starved. As many slots as a key occupies stay free for other keys: of eight, one key gets four at most. If too many
 * tasks wait, the last task of the key with the most waiting ones is rejected.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #refusal: (refusal: Refusal) => Error
  readonly #now: () => number
  /** In order of arrival. */
  #waiting: Waiting[] = []
  /** Running tasks and when each began. */
  readonly #running = new Map<Task, number>()
  /** Number of running tasks by key. */
  readonly #counts = new Map<string, number>()
  /** Slots occupied by large tasks. */
  #large = 0
  /** Virtual time: the cost that a key which always had tasks would have been served by now. */
  #clock = 0
  /** Virtual time at which a key's last task finishes, if that is later than the clock. */
  readonly #finished = new Map<string, number>()
  readonly #pace = new Pace()

  /**
   * @param refusal makes the error to throw if too many tasks wait, or this one for too long
   * @param now a monotonic clock in milliseconds
   */
  constructor(
    limits: FairQueueLimits,
    refusal: (refusal: Refusal) => Error,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#refusal = refusal
    this.#now = now
  }

  /**
   * Runs `task` once a slot is free, with whether it is large.
   * @param waitMs how long it may wait, by default as long as every task
   * @throws while it waits: the refusal, or the signal's reason; then whatever `task` throws
   */
  async run<Result>(
    {
      key,
      cost,
      signal,
      waitMs = this.#limits.waitMs,
    }: { key: string; cost: number; signal?: AbortSignal; waitMs?: number },
    task: (isLarge: boolean) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const slot = Promise.withResolvers<void>()
    const finish = Math.max(this.#clock, this.#finished.get(key) ?? 0) + cost
    this.#finished.set(key, finish)
    const isLarge = cost > (this.#limits.largeCost ?? Infinity)
    const waiting: Waiting = { key, cost, isLarge, finish, begin: slot.resolve, refuse: slot.reject }
    this.#waiting.push(waiting)
    this.#fill()
    if (this.#waiting.length > this.#limits.maxWaiting) this.#refuseOne()
    const leave = () => this.#drop(waiting, signal?.reason)
    const timer = setTimeout(() => this.#refuse(waiting), waitMs)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await spending('queue', () => slot.promise)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    try {
      return await task(isLarge)
    } finally {
      this.#giveBack(waiting)
    }
  }

  /** Whether a task waits although none of its key runs. */
  isAnyoneKeptOut(): boolean {
    return this.#waiting.some(({ key }) => this.#countOf(key) === 0)
  }

  #fill(): void {
    while (this.#running.size < this.#limits.slots) {
      const next = this.#next()
      if (next === undefined) return
      this.#remove(next)
      if (next.isLarge) this.#large += 1
      this.#running.set(next, this.#now())
      this.#counts.set(next.key, this.#countOf(next.key) + 1)
      next.begin()
    }
  }

  #giveBack(task: Task): void {
    const { key, cost, isLarge } = task
    this.#pace.record(this.#ageOf(task), cost)
    this.#clock += cost / this.#keys().size
    this.#running.delete(task)
    if (isLarge) this.#large -= 1
    const left = this.#countOf(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
    this.#fill()
    for (const [one, finish] of this.#finished) {
      if (finish <= this.#clock || this.#running.size === 0) this.#finished.delete(one)
    }
  }

  #next(): Waiting | undefined {
    const free = this.#limits.slots - this.#running.size
    let next: Waiting | undefined
    for (const one of this.#waiting) {
      if (this.#countOf(one.key) >= free) continue
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
    if (last !== undefined) this.#refuse(last)
  }

  #refuse(waiting: Waiting): void {
    this.#drop(waiting, this.#refusal(this.#explain(waiting)))
  }

  #drop(waiting: Waiting, error: unknown): void {
    this.#remove(waiting)
    waiting.refuse(error)
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting)
  }

  #explain(waiting: Waiting): Refusal {
    const { key, finish } = waiting
    const count = this.#countOf(key)
    const free = this.#limits.slots - this.#running.size
    const isOwnShare = count > 0 && (free > 0 || count * this.#keys().size >= this.#limits.slots)
    const counts = (task: Task) => !isOwnShare || task.key === key
    const ends = [...this.#running.keys()]
      .filter(counts)
      .map((task) => this.#pace.restOf(this.#ageOf(task), task.cost))
    // How many running tasks have to end before the key occupies fewer slots than are free.
    const ending = isOwnShare ? Math.floor((count - free) / 2) + 1 : count - free + 1
    const slots = ends
      .toSorted((one, other) => one - other)
      .slice(Math.max(Math.min(ending, ends.length), 1) - 1)
    for (const task of this.#waiting) {
      if (task === waiting || task.finish > finish || !counts(task)) continue
      const first = slots.indexOf(Math.min(...slots))
      slots[first] = (slots[first] ?? 0) + this.#paceNow() * task.cost
    }
    return { isOwnShare, retryAfterS: toRetryAfterS(Math.min(...slots)) }
  }

  /** Milliseconds per unit of cost: from the tasks that have ended, or before that from those that run. */
  #paceNow(): number {
    if (this.#pace.ms !== undefined) return this.#pace.ms
    const running = [...this.#running.keys()]
    const sum = (of: (task: Task) => number) => running.reduce((total, task) => total + of(task), 0)
    return sum((task) => this.#ageOf(task)) / sum(({ cost }) => cost)
  }

  #ageOf(task: Task): number {
    const now = this.#now()
    return now - (this.#running.get(task) ?? now)
  }

  #keys(): Set<string> {
    return new Set([...this.#counts.keys(), ...this.#waiting.map((one) => one.key)])
  }

  #countOf(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}
