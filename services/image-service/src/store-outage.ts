import type { Gauge } from 'prom-client'

interface OutageLog {
  info(message: string, fields: Record<string, unknown>): void
  warn(message: string, fields: Record<string, unknown>): void
}

/** What the images of this process know about the object store's availability. */
export class StoreOutage {
  readonly #waitingGauge: Gauge
  readonly #log: OutageLog
  #waiting = 0
  #storedAt = -Infinity

  /** @param waiting counts the images that wait for the store */
  constructor(waiting: Gauge, log: OutageLog) {
    this.#waitingGauge = waiting
    this.#log = log
  }

  /** An image was stored. */
  stored(): void {
    this.#storedAt = performance.now()
  }

  /** Whether any image was stored since then (of `performance.now()`): if so, a failed one is itself the reason. */
  hasStoredSince(time: number): boolean {
    return this.#storedAt >= time
  }

  /** Counts an image that waits for the store, until the result is disposed of. `cause`: the store's error code. */
  wait(cause: string): Disposable {
    if (this.#waiting === 0) this.#log.warn('the object store takes nothing: images wait for it', { cause })
    this.#count(1)
    return {
      [Symbol.dispose]: () => {
        this.#count(-1)
        if (this.#waiting === 0) this.#log.info('no image waits for the object store any more', {})
      },
    }
  }

  #count(change: number): void {
    this.#waiting += change
    this.#waitingGauge.set(this.#waiting)
  }
}
