import type { Duplex } from 'node:stream'
import { onFrame } from './frames.ts'
import { maxRenditionBytes } from './limits.ts'

/** The frames that a decoder sends, until somebody asks for them. */
export interface Inbox {
  /** Rejects with what `end` gave once there is none left. */
  next(): Promise<Buffer>
  end(error: Error): void
}

/** An answer, and a frame for each rendition: no more is ever under way. */
const maxFrames = 5

/**
 * Takes frames from the stream. One that sends more than an answer holds, in number or in all of their bytes, while
 * nobody asks for them, is destroyed: a decoder that a picture has taken over could fill our memory.
 */
export function createInbox(stream: Duplex): Inbox {
  const frames: Buffer[] = []
  let bytes = 0
  let waiting: PromiseWithResolvers<Buffer> | undefined
  let ended: Error | undefined

  onFrame(stream, maxRenditionBytes, (frame) => {
    if (waiting !== undefined) {
      waiting.resolve(frame)
      waiting = undefined
    } else if (frames.length < maxFrames && bytes + frame.length <= maxRenditionBytes) {
      frames.push(frame)
      bytes += frame.length
    } else stream.destroy(new Error('frames that nobody asks for fill the memory'))
  })

  return {
    next() {
      const next = frames.shift()
      bytes -= next?.length ?? 0
      if (next !== undefined) return Promise.resolve(next)
      if (ended !== undefined) return Promise.reject(ended)
      waiting = Promise.withResolvers()
      return waiting.promise
    },
    end(error) {
      ended = error
      waiting?.reject(error)
    },
  }
}
