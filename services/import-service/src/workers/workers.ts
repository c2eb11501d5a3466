import { setFlagsFromString } from 'node:v8'
import { context, propagation } from '@opentelemetry/api'
import { ServiceError } from '@catalog/contracts'
import { Piscina } from 'piscina'
import { tooComplex } from '../too-complex.ts'
import { errorOf } from './job.ts'
import type { Answer, Job, WorkerData } from './job.ts'
import type { RunTask, TaskInputs, TaskName } from './tasks.ts'

/** Threads that work on a file each. */
export interface Workers extends AsyncDisposable {
  /** Transfers the file's bytes to a thread. @throws what the task throws, ServiceError too_complex, or the signal's reason */
  run: RunTask
}

export interface WorkerLimits {
  workers: number
  /** Of its heap: what it was made of when it was parsed, what is stored, and what is to be. */
  memoryMiB: number
  /** That one file may take. */
  timeMs: number
}

export interface WorkersLog {
  warn(message: string, fields: Record<string, unknown>): void
}

export function startWorkers(
  workerData: WorkerData,
  { workers, memoryMiB, timeMs }: WorkerLimits,
  log: WorkersLog,
): Workers {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`)
  const pool = new Piscina({
    filename: new URL('worker.ts', import.meta.url).href,
    workerData,
    minThreads: 1,
    maxThreads: workers,
    idleTimeout: idleMs,
    // Its connection is heard while it waits for work.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 3 * semiSpaceMiB },
  })
  // With nothing to do. The next file that needs one has it replaced.
  pool.on('error', (error: unknown) => log.warn('a worker ended', { error }))
  return {
    async run<Name extends TaskName>(task: Name, input: TaskInputs[Name], signal: AbortSignal) {
      const trace: Record<string, string> = {}
      propagation.inject(context.active(), trace)
      const late = AbortSignal.timeout(timeMs)
      const job: Job<Name> = { task, input, trace }
      const transferList = 'bytes' in input ? [input.bytes.buffer] : []
      const limits = { transferList, signal: AbortSignal.any([signal, late]) }
      try {
        const answer: Answer<Name> = await pool.run(job, limits)
        if ('refusal' in answer) throw errorOf(answer.refusal)
        return answer.result
      } catch (error) {
        if (error instanceof ServiceError) throw error
        if (signal.aborted) throw signal.reason
        if (late.aborted || isOutOfMemory(error)) throw tooComplex(error)
        throw error
      }
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/**
 * How long a thread beyond the first stays with nothing to do. To start one takes some ten times the processor time of a
 * small file, and two storefronts' small files often overlap.
 */
const idleMs = 60_000

/** What is made of a cell dies young if it gets the room: an upload takes 0.88 of the time. */
const semiSpaceMiB = 32

/**
 * How far a heap grows before it is marked, beyond what was left of it the last time. V8 allows a heap of this size 30
 * percent: it was marked once for each upload, which also discards optimised code, and an upload took 1.3 times as long.
 */
const heapGrowingPercent = 200

function isOutOfMemory(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  )
}
