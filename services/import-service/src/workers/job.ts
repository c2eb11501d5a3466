import { types } from 'node:util'
import type { AddressGuardOptions } from '@catalog/address-guard'
import { ServiceError } from '@catalog/contracts'
import type { ErrorCode, ErrorDetail, MappableFile } from '@catalog/contracts'
import type { SessionSource } from '@catalog/postgres'
import { countSpending } from '@catalog/runtime'
import type { Spent } from '@catalog/runtime'
import type { JobStart } from './limit-time.ts'
import { transferableSymbol, valueSymbol } from 'piscina'
import type { TaskInputs, TaskName, TaskResults } from './tasks.ts'

/** What a worker needs to start. */
export interface WorkerData {
  databaseUrl: string
  session: SessionSource
  addressGuard: AddressGuardOptions
  /** Whether its thread has a lower priority than the process. */
  isForLarge: boolean
  /** Resident memory of the process above which everything is collected after a file. */
  largeProcessMiB: number
}

/** A worker's task. */
export interface Job<Name extends TaskName = TaskName> {
  task: Name
  /** The bytes in it are transferred to the worker. */
  input: TaskInputs[Name]
  /** The trace context that it belongs to. */
  trace: Record<string, string>
  start: JobStart
}

/** Sent by a thread when a library has called this method of its console. */
export interface Printed {
  printedBy: string
}

/** A worker's answer: an error is sent as data, since a cloned error would lose its code. */
export type Answer<Name extends TaskName = TaskName> = (
  | { result: TaskResults[Name] }
  | { refusal: Refusal }
) & {
  spent: Spent
}

interface Refusal {
  code: ErrorCode
  message: string
  errors: ErrorDetail[] | undefined
  mappable: MappableFile | undefined
  retryAfterS: number | undefined
  cause: string
}

/**
 * Runs `work` and returns its answer.
 * @throws an error that is not a ServiceError
 */
export function answerWith(work: () => Promise<TaskResults[TaskName]>): Promise<Answer> {
  return countSpending((spent) => answerCounting(work, spent))
}

async function answerCounting(work: () => Promise<TaskResults[TaskName]>, spent: Spent): Promise<Answer> {
  try {
    const answer = { result: await work(), spent }
    const buffers = Object.values(answer.result).flat().filter(types.isUint8Array)
    // Transferred instead of copied.
    const moved = buffers.map(({ buffer }) => buffer)
    return Object.assign(answer, { [transferableSymbol]: moved, [valueSymbol]: answer })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, errors, mappable, retryAfterS, cause } = error
    return { refusal: { code, message, errors, mappable, retryAfterS, cause: String(cause) }, spent }
  }
}

export function errorOf({ code, message, errors, mappable, retryAfterS, cause }: Refusal): ServiceError {
  return new ServiceError(code, message, {
    cause,
    ...(errors !== undefined && { errors }),
    ...(mappable !== undefined && { mappable }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}
