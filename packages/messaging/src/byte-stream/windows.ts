/** A chunk's bytes. */
export const chunkBytes = 256 * 1024
/** Chunks that may be on their way, or wait to be read. */
export const windowChunks = 4

/** Streams whose window is whole; each further one has to make do with one chunk. */
const wideWindows = 16

/**
 * Keeps what all streams of a connection may have on their way together far below the 64 MB at which a NATS server takes
 * it for a slow consumer and cuts it off: 112 streams have 40 MiB.
 */
export class Windows {
  #wide = 0

  open(): Window {
    const isWide = this.#wide < wideWindows
    if (isWide) this.#wide += 1
    return {
      chunks: isWide ? windowChunks : 1,
      close: () => {
        if (isWide) this.#wide -= 1
      },
    }
  }
}

export interface Window {
  readonly chunks: number
  close(): void
}
