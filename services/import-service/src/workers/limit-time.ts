import { setTimeout as setTimer } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { ServiceError } from '@catalog/contracts'
import { tooComplex } from '../too-complex.ts'

/** Memory that a job shares with the thread that takes it, for `limitTime`. */
export type JobStart = Float64Array<SharedArrayBuffer>

export const newJobStart = (): JobStart => new Float64Array(new SharedArrayBuffer(3 * 8))

/** Called by the thread as it begins a job. */
export function recordJobStart(start: JobStart, threadId: number): void {
  const { user, system } = process.threadCpuUsage()
  start.set([threadId, user, system])
}

export interface TimeLimits {
  /** Processor time of the thread, in milliseconds. */
  cpuMs: number
  /** The same for a task that is not large. */
  smallCpuMs: number
  /** In all, waiting included, in milliseconds. */
  wallMs: number
}

/** A task that was taken for a small one is none: it has to be run as a large one. */
export class NotSmall extends Error {}

/**
 * Limits the time of one job. The signal is aborted with `too_complex` once its thread has used more processor time, with
 * NotSmall if it was expected to be small, and with `unavailable` once it takes longer in all: a file is not at fault for
 * a machine or a database that is overloaded.
 */
export function limitTime(
  threads: () => readonly Worker[],
  start: JobStart,
  { cpuMs, smallCpuMs, wallMs }: TimeLimits,
  isLarge: boolean,
): { signal: AbortSignal; stop: () => void } {
  const limit = new AbortController()
  const over = new AbortController()
  const late = setTimeout(() => limit.abort(overloaded()), wallMs)
  void watch()
  return {
    signal: limit.signal,
    stop() {
      clearTimeout(late)
      over.abort()
    },
  }

  async function watch(): Promise<void> {
    const mostMs = isLarge ? cpuMs : smallCpuMs
    let leftMs = mostMs
    while (leftMs > 0) {
      const pause = { signal: over.signal }
      await setTimer(Math.max(leftMs, leastPauseMs), undefined, pause).catch(() => undefined)
      if (over.signal.aborted) return
      leftMs = mostMs - (await usedMs(threads(), start))
    }
    limit.abort(isLarge ? tooComplex() : new NotSmall('a file takes longer than expected'))
  }
}

/** None before a thread begins the job, nor once that thread has ended, which rejects the job. */
async function usedMs(threads: readonly Worker[], [id = 0, user = 0, system = 0]: JobStart): Promise<number> {
  const thread = threads.find(({ threadId }) => threadId === id)
  const used = await thread?.cpuUsage({ user, system }).catch(() => undefined)
  return used === undefined ? 0 : (used.user + used.system) / 1_000
}

const leastPauseMs = 100

function overloaded(): ServiceError {
  return new ServiceError(
    'unavailable',
    'Reading the file takes too long at the moment. Try again shortly.',
    {
      retryAfterS: 30,
    },
  )
}
