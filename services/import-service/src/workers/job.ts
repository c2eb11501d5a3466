import { types } from 'node:util'
import type { AddressGuardOptions } from '@catalog/address-guard'
import { ServiceError } from '@catalog/contracts'
import type { ErrorCode, ErrorDetail, MappableFile } from '@catalog/contracts'
import { transferableSymbol, valueSymbol } from 'piscina'
import type { TaskInputs, TaskName, TaskResults } from './tasks.ts'

/** What a worker needs to begin. */
export interface WorkerData {
  databaseUrl: string
  addressGuard: AddressGuardOptions
}

/** A file for a worker. */
export interface Job<Name extends TaskName = TaskName> {
  task: Name
  /** Its bytes move to the worker. */
  input: TaskInputs[Name]
  /** The trace that it is part of. */
  trace: Record<string, string>
}

/** What a worker answers: an error is sent as data, since a cloned error would lose its code. */
export type Answer<Name extends TaskName = TaskName> = { result: TaskResults[Name] } | { refusal: Refusal }

interface Refusal {
  code: ErrorCode
  message: string
  errors: ErrorDetail[] | undefined
  mappable: MappableFile | undefined
  retryAfterS: number | undefined
  cause: string
}

/** @throws what is no ServiceError */
export async function answerWith(work: () => Promise<TaskResults[TaskName]>): Promise<Answer> {
  try {
    const answer = { result: await work() }
    const buffers = Object.values(answer.result).flat().filter(types.isUint8Array)
    // They move instead of being copied.
    const moved = buffers.map(({ buffer }) => buffer)
    return Object.assign(answer, { [transferableSymbol]: moved, [valueSymbol]: answer })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, errors, mappable, retryAfterS, cause } = error
    return { refusal: { code, message, errors, mappable, retryAfterS, cause: String(cause) } }
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
