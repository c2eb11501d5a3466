import { setTimeout as pause } from 'node:timers/promises'
import { ImageError } from '../image-error.ts'
import type { Rendition, Wait } from '../render/renditions.ts'
import { decode } from './decode.ts'
import { createSlots } from './slots.ts'
import { DecoderEnded, startDecoder } from './start-decoder.ts'
import type { Decoder, DecoderOptions } from './start-decoder.ts'

export interface PoolOptions extends DecoderOptions {
  /** Decoders at a time, a picture each. */
  count: number
  /** What a picture may take once a decoder has it. */
  timeoutMs: number
  /** A decoder that had nothing to do for this long is ended. */
  idleMs: number
  log: PoolLog
}

export interface PoolLog {
  warn(message: string, fields: Record<string, unknown>): void
}

export interface Pool extends AsyncDisposable {
  /**
   * By the next decoder that is free, first come, first served, for which it waits within `wait`: its renditions, or
   * `heavy`. Throws as `decode` does.
   */
  decode(picture: Buffer, signal: AbortSignal, wait?: Wait): Promise<Rendition[] | 'heavy'>
  /**
   * Starts a decoder before it is needed, and waits longer for it than a picture could. Rejects with `DecoderEnded` where
   * that does not work.
   */
  warmUp(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 10_000
/** Programs are read from the disk for the first time, beside all the others that start. */
const warmUpMs = 120_000

/** Decoders that are started when there is a picture for them, and replaced when there is one after they have ended. */
export function createPool({ count, timeoutMs, idleMs, log, ...options }: PoolOptions): Pool {
  const slots = createSlots<HeldDecoder>(count)
  const closing = new AbortController()

  /** With growing pauses: what cannot start is not the fault of the picture, which waits as long as its attempt may. */
  const startPatiently = async (signal: AbortSignal) => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      signal.throwIfAborted()
      try {
        return { decoder: await startDecoder(options) }
      } catch (error) {
        if (!(error instanceof DecoderEnded)) throw error
        log.warn('a decoder did not start', { how: error.message, said: error.said })
        await pause(pauseMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  const use = async <T>(
    signal: AbortSignal,
    work: (decoder: Decoder) => Promise<T>,
    {
      start = startPatiently,
      wait = (take) => take(signal),
    }: { start?: typeof startPatiently; wait?: Wait | undefined } = {},
  ) => {
    const slot = await wait((until) => slots.take(AbortSignal.any([signal, until])))
    try {
      clearTimeout(slot.held?.idle)
      if (slot.held?.decoder.isAlive !== true) slot.held = undefined
      slot.held ??= await start(signal)
      return await work(slot.held.decoder)
    } finally {
      const { held } = slot
      if (held !== undefined) held.idle = setTimeout(() => void held.decoder.kill(), idleMs).unref()
      slots.give(slot)
    }
  }

  return {
    async decode(picture, outer, wait) {
      const signal = AbortSignal.any([outer, closing.signal])
      try {
        return await use(signal, (decoder) => decode(decoder, picture, { signal, timeoutMs }), { wait })
      } catch (error) {
        if (error instanceof ImageError && error.cause instanceof DecoderEnded) {
          log.warn('a decoder ended over a picture', { how: error.cause.message, said: error.cause.said })
        }
        throw error
      }
    },
    warmUp: () =>
      use(closing.signal, async () => {}, {
        start: async () => ({ decoder: await startDecoder({ ...options, startMs: warmUpMs }) }),
      }),
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the decoders are being closed'))
      await Promise.all(slots.all.flatMap(({ held }) => held?.decoder.kill() ?? []))
    },
  }
}

interface HeldDecoder {
  decoder: Decoder
  idle?: NodeJS.Timeout
}
