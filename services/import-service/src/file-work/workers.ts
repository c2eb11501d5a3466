import { context, propagation } from '@opentelemetry/api'
import { ServiceError } from '@catalog/contracts'
import { Piscina } from 'piscina'
import type { DraftKey } from '../drafts.sql.ts'
import type { PreparedDraft } from '../prepare-draft.ts'
import { draftOf } from './job.ts'
import type { Answer, Job, WorkerData } from './job.ts'

/** Threads that read and preview a file each. */
export interface Workers extends AsyncDisposable {
  /** Takes the bytes away. @throws ServiceError those of `prepareDraft`; too_complex; the signal's reason */
  prepare(key: DraftKey, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<PreparedDraft>
}

export interface WorkerLimits {
  workers: number
  /** Of its heap: what it was made of when it was parsed, what is stored, and what is to be. */
  memoryMiB: number
  /** That one file may take. */
  timeMs: number
}

export function startWorkers(
  databaseUrl: string,
  { workers, memoryMiB, timeMs }: WorkerLimits,
  filename: URL = new URL('worker.ts', import.meta.url),
): Workers {
  const workerData: WorkerData = { databaseUrl }
  const pool = new Piscina<Job, Answer>({
    filename: filename.href,
    workerData,
    minThreads: 1,
    maxThreads: workers,
    // Its connection is heard while it waits for work.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 3 * semiSpaceMiB },
  })
  // A thread that ends while it has nothing to do is replaced by the next file that needs one.
  pool.on('error', () => undefined)
  return {
    async prepare(key, bytes, signal) {
      const trace: Record<string, string> = {}
      propagation.inject(context.active(), trace)
      const late = AbortSignal.timeout(timeMs)
      try {
        const job = { key, bytes, trace }
        const limits = { transferList: [bytes.buffer], signal: AbortSignal.any([signal, late]) }
        return draftOf(await pool.run(job, limits))
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

/** What is made of a cell dies young. */
const semiSpaceMiB = 32

function isOutOfMemory(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  )
}

function tooComplex(cause: unknown): ServiceError {
  return new ServiceError(
    'too_complex',
    'Reading this file takes more time or memory than one file may take. Split it into several files with fewer rows, columns or images each, and import them one after the other.',
    { cause },
  )
}
