/** Bytes of a chunk. */
export const chunkBytes = 256 * 1024
/** Chunks of a stream that may be in transit or waiting to be read. */
export const windowChunks = 4

/** Streams with a whole window; each further one gets a window of one chunk. */
const wideWindows = 16

/**
 * Limits what all streams of a connection may have in transit to far less than the 64 MB at which a NATS server
 * disconnects a slow consumer: 112 streams have 40 MiB.
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
