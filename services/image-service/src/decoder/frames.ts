import type { Duplex } from 'node:stream'

const headBytes = 4

/** Sends bytes as one frame: their length in 4 bytes, then they themselves. `sent` is called once they are gone. */
export function writeFrame(stream: Duplex, bytes: Uint8Array, sent?: () => void): void {
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes.length)
  stream.write(head)
  // Without a callback, an error is the stream's to tell.
  stream.write(bytes, () => sent?.())
}

/**
 * Hands on each whole frame, in memory of its own. A frame that says to be longer than `maxBytes` destroys the stream
 * before any of it is kept.
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
      // An empty frame is whole as soon as its head is.
      while (filled === part.length && !stream.destroyed) finishPart()
    }
  })
}
