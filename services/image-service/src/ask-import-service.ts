import { ServiceError } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import type { ImageWork } from './attempt.ts'
import { retry } from './retry.ts'

/** Error codes for which a retry may help. */
const transientCodes = new Set<ErrorCode>(['unavailable', 'timeout', 'internal'])

function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && transientCodes.has(error.code)
}

/**
 * Retries until import-service answers, keeping the message alive meanwhile. Throws an error that a retry would not
 * change, and the last error if the process stops.
 */
export function askService<T>(work: ImageWork, send: () => Promise<T>): Promise<T> {
  const attempt = () => {
    work.working()
    return send()
  }
  return retry(attempt, { isTransient, signal: work.signal })
}
