export interface ArrivalLimits {
  /** Bytes of each file that are not counted. */
  freeBytes: number
  /** Of all files together, beyond that. */
  bytesPerS: number
  /** As many may arrive at once after a pause. */
  burstBytes: number
}

export interface ArrivingFile {
  /** Call for all bytes in turn. Resolves once the next ones may be requested. */
  arrived(bytes: number): Promise<void>
}

interface Waiting {
  file: number
  bytes: number
  goOn: () => void
}

/**
 * Limits how fast large files arrive, all together. Each is read by one thread in any case, so faster ones would only wait
 * in memory, while moving their bytes takes the processor from small files. The file that began first goes on first, so
 * that it can be read while the others arrive; one whose sender is slow holds up nobody.
 */
export class ArrivalRate {
  readonly #limits: ArrivalLimits
  #waiting: Waiting[] = []
  #files = 0
  /** Bytes that may arrive now; negative if the last ones were more than that. */
  #left: number
  #countedAt = performance.now()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: ArrivalLimits) {
    this.#limits = limits
    this.#left = limits.burstBytes
  }

  /** For a file that begins to arrive. */
  begin(): ArrivingFile {
    const file = this.#files++
    let free = this.#limits.freeBytes
    return {
      arrived: async (bytes) => {
        const counted = Math.max(bytes - free, 0)
        free -= bytes - counted
        if (counted === 0) return
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#waiting.push({ file, bytes: counted, goOn: resolve })
        this.#release()
        await promise
      },
    }
  }

  #release(): void {
    const { bytesPerS, burstBytes } = this.#limits
    const now = performance.now()
    this.#left = Math.min(this.#left + ((now - this.#countedAt) / 1_000) * bytesPerS, burstBytes)
    this.#countedAt = now
    while (this.#left >= 0 && this.#waiting.length > 0) {
      const first = this.#waiting.reduce((one, other) => (other.file < one.file ? other : one))
      this.#waiting = this.#waiting.filter((other) => other !== first)
      this.#left -= first.bytes
      first.goOn()
    }
    clearTimeout(this.#timer)
    if (this.#waiting.length === 0) return
    const waitMs = (-this.#left / bytesPerS) * 1_000
    this.#timer = setTimeout(() => this.#release(), Math.ceil(waitMs) + 1)
  }
}

/** Yields the same items, each requested once the rate allows. */
export async function* paced(
  body: AsyncIterable<Uint8Array>,
  file: ArrivingFile,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body) {
    yield chunk
    await file.arrived(chunk.length)
  }
}
