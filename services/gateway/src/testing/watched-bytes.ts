/** Streamed bytes of a fake service, with a record of how far they were read. */
export interface WatchedBytes {
  /** Bodies that were begun and not yet ended or returned. */
  open: number
  /** Bytes that were pulled. */
  pulled: number
  body(): AsyncIterableIterator<Buffer>
}

/** Unlike a generator's `finally`, this also notices a return before the first byte. */
export function watchBytes(write: () => AsyncIterator<Buffer, void>): WatchedBytes {
  const watched: WatchedBytes = {
    open: 0,
    pulled: 0,
    body() {
      const source = write()
      let open = true
      watched.open += 1
      const close = () => {
        if (open) watched.open -= 1
        open = false
      }
      return {
        [Symbol.asyncIterator]() {
          return this
        },
        async next() {
          try {
            const step = await source.next()
            if (step.done === true) close()
            else watched.pulled += step.value.length
            return step
          } catch (error) {
            close()
            throw error
          }
        },
        async return() {
          close()
          await source.return?.()
          return { done: true, value: undefined }
        },
      }
    },
  }
  return watched
}
