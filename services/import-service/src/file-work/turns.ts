import { ServiceError } from '@catalog/contracts'

interface Waiting {
  key: string
  begin: () => void
  refuse: (error: unknown) => void
}

export interface TurnLimits {
  /** Works at a time. */
  places: number
  /** That wait for a place. */
  maxWaiting: number
}

/**
 * Gives places to work on behalf of keys by turns: next is the key with the least in hand, and of those the one whose
 * last turn is longest ago. Where too many wait, the key with most of them loses its last one.
 */
export class Turns {
  readonly #limits: TurnLimits
  /** In the order in which they came. */
  #waiting: Waiting[] = []
  readonly #inHand = new Map<string, number>()
  /** Of the keys that have something in hand, or wait. */
  readonly #lastTurn = new Map<string, number>()
  #turns = 0
  #taken = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Does `work` when its turn has come. @throws ServiceError unavailable; the signal's reason, while it waits */
  async take<Result>(
    key: string,
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    await this.#turn(key, signal)
    try {
      return await work()
    } finally {
      this.#giveBack(key)
    }
  }

  async #turn(key: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#taken < this.#limits.places) return this.#begin(key)
    const turn = Promise.withResolvers<void>()
    const waiting: Waiting = { key, begin: turn.resolve, refuse: turn.reject }
    const leave = () => {
      this.#remove(waiting)
      turn.reject(signal?.reason)
    }
    this.#waiting.push(waiting)
    if (this.#waiting.length > this.#limits.maxWaiting) this.#refuseOne()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      await turn.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #begin(key: string): void {
    this.#taken += 1
    this.#inHand.set(key, this.#countOf(key) + 1)
    this.#turns += 1
    this.#lastTurn.set(key, this.#turns)
  }

  #giveBack(key: string): void {
    this.#taken -= 1
    const left = this.#countOf(key) - 1
    if (left > 0) this.#inHand.set(key, left)
    else this.#inHand.delete(key)
    const next = this.#next()
    if (next !== undefined) {
      this.#remove(next)
      this.#begin(next.key)
      next.begin()
    }
    if (left === 0 && this.#waiting.every((one) => one.key !== key)) this.#lastTurn.delete(key)
  }

  #next(): Waiting | undefined {
    const turnOf = ({ key }: Waiting) => this.#lastTurn.get(key) ?? 0
    return this.#waiting.toSorted(
      (one, other) => this.#countOf(one.key) - this.#countOf(other.key) || turnOf(one) - turnOf(other),
    )[0]
  }

  #refuseOne(): void {
    const counts = new Map<string, number>()
    for (const { key } of this.#waiting) counts.set(key, (counts.get(key) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const last = this.#waiting.findLast(({ key }) => counts.get(key) === most)
    if (last === undefined) return
    this.#remove(last)
    last.refuse(busy())
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting)
  }

  #countOf(key: string): number {
    return this.#inHand.get(key) ?? 0
  }
}

/** More files at once than are taken. */
export function busy(): ServiceError {
  return new ServiceError(
    'unavailable',
    'More files are being read at the moment than fit. Try again in a few seconds.',
    { retryAfterS: 5 },
  )
}
