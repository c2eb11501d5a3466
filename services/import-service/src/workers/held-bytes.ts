import { ServiceError } from '@catalog/contracts'
import type { Refusal } from '@catalog/runtime'

export interface HoldLimits {
  /** Bytes of all files together. */
  maxBytes: number
  /** Files that may arrive at a time. */
  maxFiles: number
}

/** One file's part of the memory for files; freed when it is disposed of. */
export interface Hold extends Disposable {
  /** Aborted with `unavailable` if the memory is needed for another file. */
  readonly signal: AbortSignal
  /**
   * More bytes of the file have arrived.
   * @throws ServiceError unavailable
   */
  add(bytes: number): void
  /** The whole file has arrived. */
  complete(): void
}

interface Held {
  key: string
  bytes: number
  isArriving: boolean
  /** Increases with all bytes that arrive for any file. */
  lastHeard: number
  gone: AbortController
}

/**
 * Limits the memory of files that arrive or wait. Above the limit, the last file of the key that uses most is aborted;
 * with too many files, the one that has been idle longest. So a caller who sends little, and sends it steadily, is not
 * refused because of others.
 */
export class HeldBytes {
  readonly #limits: HoldLimits
  readonly #held = new Set<Held>()
  #bytes = 0
  #heard = 0

  constructor(limits: HoldLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  hold(key: string): Hold {
    const held: Held = {
      key,
      bytes: 0,
      isArriving: true,
      lastHeard: this.#heard++,
      gone: new AbortController(),
    }
    this.#held.add(held)
    const arriving = [...this.#held].filter(({ isArriving }) => isArriving)
    if (arriving.length > this.#limits.maxFiles) this.#drop(longestSilent(arriving))
    return {
      signal: held.gone.signal,
      add: (bytes) => {
        held.gone.signal.throwIfAborted()
        held.lastHeard = this.#heard++
        held.bytes += bytes
        this.#bytes += bytes
        while (this.#bytes > this.#limits.maxBytes) this.#drop(this.#lastOfLargest())
        held.gone.signal.throwIfAborted()
      },
      complete: () => {
        held.isArriving = false
      },
      [Symbol.dispose]: () => this.#release(held),
    }
  }

  #drop(held: Held | undefined): void {
    if (held === undefined) return
    this.#release(held)
    held.gone.abort(busy())
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.bytes
  }

  #lastOfLargest(): Held | undefined {
    const totals = new Map<string, number>()
    for (const { key, bytes } of this.#held) totals.set(key, (totals.get(key) ?? 0) + bytes)
    const most = Math.max(...totals.values())
    return [...this.#held].findLast(({ key, bytes }) => bytes > 0 && totals.get(key) === most)
  }
}

function longestSilent(held: Held[]): Held {
  return held.reduce((longest, one) => (one.lastHeard < longest.lastHeard ? one : longest))
}

/** The error for more files at once than can be accepted. */
export function busy({ retryAfterS }: Pick<Refusal, 'retryAfterS'> = { retryAfterS: 5 }): ServiceError {
  return new ServiceError(
    'unavailable',
    `More files are being read at the moment than fit. Try again in ${retryAfterS} s.`,
    { retryAfterS },
  )
}
