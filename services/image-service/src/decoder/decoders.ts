import { availableParallelism } from 'node:os'
import type { Render } from '../render/renditions.ts'
import { createPool } from './pool.ts'
import type { PoolLog } from './pool.ts'

export interface Decoders extends AsyncDisposable {
  render: Render
}

export interface DecodersOptions {
  log: PoolLog
  /** For tests and measurements: number of decoders for light pictures. */
  count?: number
  /**
   * For tests: a decoder's memory beyond an idle one's; the time limits for a picture, for starting, and for being
   * idle.
   */
  lightMiB?: number
  heavyMiB?: number
  timeoutMs?: number
  startMs?: number
  heavyIdleMs?: number
}

/** More decoders than processors would only use memory, and more than four would be idle with four workers. */
const defaultCount = Math.min(4, availableParallelism())
/** A light picture takes at most 64 MB by its header; its renditions and fragmentation take as much again. */
const defaultLightMiB = 350
/** Enough for 50 megapixels, 16 bits, interlaced, with alpha: 570 MiB. */
const defaultHeavyMiB = 750
/** A decode and four encodings; sharp's own timers end each of them after 10 seconds. */
const defaultTimeoutMs = 20_000

/**
 * Renders in separate processes, each with one picture at a time: a picture that crashes its decoder costs only this
 * attempt, with the reason `attempts_exhausted` or `timeout`. Heavy pictures share one decoder with a higher memory
 * limit, which ends when there are no more of them; a picture waits for it within `wait`. Rejects if decoders cannot be
 * started at all.
 */
export async function startDecoders({
  log,
  count = defaultCount,
  lightMiB = defaultLightMiB,
  heavyMiB = defaultHeavyMiB,
  timeoutMs = defaultTimeoutMs,
  startMs,
  heavyIdleMs = 5_000,
}: DecodersOptions): Promise<Decoders> {
  await using undo = new AsyncDisposableStack()
  const shared = { timeoutMs, startMs, log }
  const light = undo.use(
    createPool({ ...shared, allowed: 'light', count, memoryMiB: lightMiB, idleMs: 60_000 }),
  )
  const heavy = undo.use(
    createPool({ ...shared, allowed: 'heavy', count: 1, memoryMiB: heavyMiB, idleMs: heavyIdleMs }),
  )
  await light.warmUp()
  const stack = undo.move()

  return {
    async render(picture, signal, wait) {
      const rendered = await light.decode(picture, signal)
      if (rendered !== 'heavy') return rendered
      const renditions = await heavy.decode(picture, signal, wait)
      if (renditions === 'heavy') throw new Error('a picture is too heavy for the decoder of heavy ones')
      return renditions
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
