import { extname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { context, propagation } from '@opentelemetry/api'
import { ServiceError } from '@catalog/contracts'
import { spendingElsewhere } from '@catalog/runtime'
import { Piscina } from 'piscina'
import { tooComplex } from '../too-complex.ts'
import { errorOf } from './job.ts'
import { limitTime, newJobStart } from './limit-time.ts'
import type { TimeLimits } from './limit-time.ts'
import type { Answer, Job, Printed, WorkerData } from './job.ts'
import type { RunTask, TaskInputs, TaskName } from './tasks.ts'

/** As many as memory is sized for (capacity.md). */
export const workerCount = 2

/** Two threads that process one file each, one of them at a lower priority, for large files. */
export interface Workers extends AsyncDisposable {
  /**
   * Transfers the file's bytes to a thread. The one for large files also reads a small one if the other is busy.
   * @throws what the task throws, ServiceError too_complex or unavailable, NotSmall, or the signal's reason
   */
  run: RunTask
}

export interface WorkerLimits {
  /** Limit of a thread's heap, which has to fit the parsed file, the stored products and the plan. */
  memoryMiB: number
  /** Resident memory of the process above which a thread also collects what earlier files have left behind. */
  largeProcessMiB: number
  /** Limits of one file. */
  time: TimeLimits
}

export interface WorkersLog {
  warn(message: string, fields: Record<string, unknown>): void
}

export function startWorkers(
  data: Pick<WorkerData, 'databaseUrl' | 'session' | 'addressGuard'>,
  { memoryMiB, largeProcessMiB, time }: WorkerLimits,
  log: WorkersLog,
): Workers {
  for (const flag of heapFlags) setFlagsFromString(flag)
  const startPool = (isForLarge: boolean) => {
    const pool = new Piscina({
      // Also in a bundle, where it has another extension.
      filename: new URL(`worker${extname(import.meta.url)}`, import.meta.url).href,
      workerData: { ...data, isForLarge, largeProcessMiB } satisfies WorkerData,
      minThreads: isForLarge ? 0 : 1,
      maxThreads: 1,
      idleTimeout: idleMs,
      // Otherwise its connection's events are not handled while it waits for work.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    })
    // The worker was idle. It is replaced once a file needs one.
    pool.on('error', (error: unknown) => log.warn('a worker ended', { error }))
    pool.on('message', ({ printedBy }: Printed) =>
      log.warn('a library printed to the console', { method: printedBy }),
    )
    return pool
  }
  // The thread for large files has a lower priority, and could not raise it again.
  const pools = { quick: startPool(false), large: startPool(true) }
  const tasks = { quick: 0, large: 0 }
  const choose = (isLarge: boolean) => (isLarge || tasks.quick > tasks.large ? 'large' : 'quick')
  return {
    async run<Name extends TaskName>(
      task: Name,
      input: TaskInputs[Name],
      signal: AbortSignal,
      { isLarge } = { isLarge: false },
    ) {
      const chosen = choose(isLarge)
      const pool = pools[chosen]
      tasks[chosen] += 1
      const trace: Record<string, string> = {}
      propagation.inject(context.active(), trace)
      const addSpent = spendingElsewhere()
      const start = newJobStart()
      const limit = limitTime(() => pool.threads, start, time, isLarge)
      const job: Job<Name> = { task, input, trace, start }
      const transferList = 'bytes' in input ? [input.bytes.buffer] : []
      const limits = { transferList, signal: AbortSignal.any([signal, limit.signal]) }
      try {
        const answer: Answer<Name> = await pool.run(job, limits)
        addSpent(answer.spent)
        if ('refusal' in answer) throw errorOf(answer.refusal)
        return answer.result
      } catch (error) {
        if (error instanceof ServiceError) throw error
        if (signal.aborted) throw signal.reason
        if (limit.signal.aborted) throw limit.signal.reason
        if (isOutOfMemory(error)) throw tooComplex(error)
        throw error
      } finally {
        tasks[chosen] -= 1
        limit.stop()
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([pools.quick.destroy(), pools.large.destroy()])
    },
  }
}

/**
 * How long the thread for large files stays idle. Starting one takes some ten times the processor time of a small file,
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
