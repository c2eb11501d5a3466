import { setFlagsFromString } from 'node:v8'
import { context, propagation } from '@opentelemetry/api'
import { ServiceError } from '@catalog/contracts'
import { Piscina } from 'piscina'
import { tooComplex } from '../too-complex.ts'
import { errorOf } from './job.ts'
import { limitTime, newJobStart } from './limit-time.ts'
import type { TimeLimits } from './limit-time.ts'
import type { Answer, Job, WorkerData } from './job.ts'
import type { RunTask, TaskInputs, TaskName } from './tasks.ts'

/** Threads that process one file each. */
export interface Workers extends AsyncDisposable {
  /**
   * Transfers the file's bytes to a thread. @throws what the task throws, ServiceError too_complex or unavailable, or the
   * signal's reason
   */
  run: RunTask
}

export interface WorkerLimits {
  /** For files that are not large; one more is for large files. */
  workers: number
  /** Limit of a thread's heap, which has to fit the parsed file, the stored products and the plan. */
  memoryMiB: number
  /** Limits of one file. */
  time: TimeLimits
}

export interface WorkersLog {
  warn(message: string, fields: Record<string, unknown>): void
}

export function startWorkers(
  workerData: WorkerData,
  { workers, memoryMiB, time }: WorkerLimits,
  log: WorkersLog,
): Workers {
  for (const flag of heapFlags) setFlagsFromString(flag)
  const startPool = (isForLarge: boolean) => {
    const pool = new Piscina({
      filename: new URL('worker.ts', import.meta.url).href,
      workerData: { ...workerData, isForLarge } satisfies WorkerData,
      minThreads: isForLarge ? 0 : 1,
      maxThreads: isForLarge ? 1 : workers,
      idleTimeout: idleMs,
      // Otherwise its connection's events are not handled while it waits for work.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    })
    // The worker was idle. It is replaced once a file needs one.
    pool.on('error', (error: unknown) => log.warn('a worker ended', { error }))
    return pool
  }
  const quick = startPool(false)
  // Its thread has a lower priority, and could not raise it again.
  const large = startPool(true)
  return {
    async run<Name extends TaskName>(
      task: Name,
      input: TaskInputs[Name],
      signal: AbortSignal,
      { isLarge } = { isLarge: false },
    ) {
      const pool = isLarge ? large : quick
      const trace: Record<string, string> = {}
      propagation.inject(context.active(), trace)
      const start = newJobStart()
      const limit = limitTime(() => pool.threads, start, time)
      const job: Job<Name> = { task, input, trace, start }
      const transferList = 'bytes' in input ? [input.bytes.buffer] : []
      const limits = { transferList, signal: AbortSignal.any([signal, limit.signal]) }
      try {
        const answer: Answer<Name> = await pool.run(job, limits)
        if ('refusal' in answer) throw errorOf(answer.refusal)
        return answer.result
      } catch (error) {
        if (error instanceof ServiceError) throw error
        if (signal.aborted) throw signal.reason
        if (limit.signal.aborted) throw limit.signal.reason
        if (isOutOfMemory(error)) throw tooComplex(error)
        throw error
      } finally {
        limit.stop()
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([quick.destroy(), large.destroy()])
    },
  }
}

/**
 * How long a thread beyond the first stays idle. Starting one takes some ten times the processor time of a small file,
 * and small files of two storefronts often overlap.
 */
const idleMs = 60_000

/**
 * V8 creates in the old generation what outlived a collection during an earlier file; once dead, it keeps alive the young
 * objects that it refers to. With that switched off, and the young generation collected between files (worker.ts), an
 * upload of 1,000 rows takes 0.81 of the CPU time.
 */
const heapFlags = ['--no-allocation-site-pretenuring', '--expose-gc']

function isOutOfMemory(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  )
}
