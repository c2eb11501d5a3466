import { ImageError } from '../image-error.ts'
import type { Rendition, Wait } from '../render/renditions.ts'
import { retry } from '../retry.ts'
import { decode } from './decode.ts'
import { createSlots } from './slots.ts'
import type { Slot } from './slots.ts'
import { DecoderEnded, startDecoder } from './start-decoder.ts'
import type { Decoder, DecoderOptions } from './start-decoder.ts'

export interface PoolOptions extends DecoderOptions {
  /** Number of decoders; each decodes one picture at a time. */
  count: number
  /** Time limit for a picture once a decoder has it, in milliseconds. */
  timeoutMs: number
  /** A decoder that was idle for this long is ended, in milliseconds. */
  idleMs: number
  log: PoolLog
}

export interface PoolLog {
  warn(message: string, fields: Record<string, unknown>): void
}

export interface Pool extends AsyncDisposable {
  /**
   * Renditions by the next free decoder, first come, first served, or `heavy`. Waits for a decoder within `wait`.
   * Throws as `decode` does.
   */
  decode(picture: Buffer, signal: AbortSignal, wait?: Wait): Promise<Rendition[] | 'heavy'>
  /**
   * Starts a decoder before it is needed, and waits longer for it than a picture could. Rejects with `DecoderEnded` if
   * it does not start.
   */
  warmUp(): Promise<void>
}

/** At startup, programs are read from disk for the first time while other processes start too. */
const warmUpMs = 120_000

/** Decoders that are started when a picture needs one. One that ended is replaced when the next picture needs it. */
export function createPool({ count, timeoutMs, idleMs, log, ...options }: PoolOptions): Pool {
  const slots = createSlots<HeldDecoder>(count)
  const closing = new AbortController()
  const logEnd = (message: string, { message: how, stderr }: DecoderEnded) =>
    log.warn(message, { how, stderr })

  /** A decoder that cannot start is not the picture's fault: the picture waits as long as its attempt may. */
  const startWithRetries = async (signal: AbortSignal) => {
    const start = async () => {
      signal.throwIfAborted()
      try {
        return await startDecoder(options)
      } catch (error) {
        if (error instanceof DecoderEnded) logEnd('a decoder did not start', error)
        throw error
      }
    }
    try {
      return await retry(start, { isTransient: (error) => error instanceof DecoderEnded, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  const useSlot = async <T>(slot: Slot<HeldDecoder>, work: () => Promise<T>) => {
    try {
      clearTimeout(slot.held?.idle)
      return await work()
    } finally {
      const { held } = slot
      if (held !== undefined) held.idle = setTimeout(() => void held.decoder.kill(), idleMs).unref()
      slots.give(slot)
    }
  }

  return {
    async decode(picture, outer, wait = (take) => take(outer)) {
      const signal = AbortSignal.any([outer, closing.signal])
      const slot = await wait((until) => slots.take(AbortSignal.any([signal, until])))
      try {
        return await useSlot(slot, async () => {
          if (slot.held?.decoder.isAlive !== true) slot.held = { decoder: await startWithRetries(signal) }
          return await decode(slot.held.decoder, picture, { signal, timeoutMs })
        })
      } catch (error) {
        const cause = error instanceof ImageError && error.cause
        if (cause instanceof DecoderEnded) logEnd('a decoder ended over a picture', cause)
        throw error
      }
    },
    async warmUp() {
      const slot = await slots.take(closing.signal)
      await useSlot(slot, async () => {
        slot.held = { decoder: await startDecoder({ ...options, startMs: warmUpMs }) }
      })
    },
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
