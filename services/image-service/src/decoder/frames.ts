import type { Duplex } from 'node:stream'

const headBytes = 4

/** More than a download, and than four renditions of at most 2048 pixels, can have. */
export const maxFrameBytes = 32 * 1024 * 1024

/**
 * Sends the parts as one frame: the length in 4 bytes, then the bytes. Calls `sent` with each part that was written.
 */
export function writeFrame(stream: Duplex, parts: readonly Buffer[], sent?: (part: Buffer) => void): void {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 0))
  stream.write(head)
  // Errors are reported by the stream's own `error` event.
  for (const part of parts) stream.write(part, () => sent?.(part))
}

/**
 * Calls `take` with each complete frame, in memory of its own. A frame that announces more than `maxBytes` destroys the
 * stream before any of it is stored.
 */
export function onFrame(stream: Duplex, maxBytes: number, take: (frame: Buffer) => void): void {
  let part = Buffer.allocUnsafeSlow(headBytes)
  let filled = 0
  let isHead = true

  const beginPart = (bytes: number) => {
    part = Buffer.allocUnsafeSlow(bytes)
    filled = 0
    isHead = !isHead
  }
  const finishPart = () => {
    const whole = part
    if (!isHead) {
      beginPart(headBytes)
      take(whole)
      return
    }
    const length = whole.readUInt32BE()
    if (length > maxBytes) stream.destroy(new Error(`a frame of ${length} bytes is over the limit`))
    else beginPart(length)
  }

  stream.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !stream.destroyed;) {
      const copied = chunk.copy(part, filled, at)
      at += copied
      filled += copied
      // An empty frame is complete as soon as its length is.
      while (filled === part.length && !stream.destroyed) finishPart()
    }
  })
}

export interface FrameReader {
  /** The next frame. Rejects with the error passed to `end`. */
  next(): Promise<Buffer>
  end(error: Error): void
}

/**
 * Reads a frame at a time. A frame that arrives while none is awaited destroys the stream: a picture that has taken
 * over its decoder could fill this process's memory, or answer for the next picture.
 */
export function readFrames(stream: Duplex, maxBytes: number): FrameReader {
  let awaited: PromiseWithResolvers<Buffer> | undefined
  let ended: Error | undefined

  onFrame(stream, maxBytes, (frame) => {
    if (awaited === undefined) stream.destroy(new Error('a frame that is not awaited'))
    awaited?.resolve(frame)
    awaited = undefined
  })

  return {
    next() {
      if (ended !== undefined) return Promise.reject(ended)
      awaited = Promise.withResolvers()
      return awaited.promise
    },
    end(error) {
      ended = error
      awaited?.reject(error)
    },
  }
}
