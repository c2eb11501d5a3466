import { ServiceError } from '@catalog/contracts'

/** The error for a file that would take too much time or memory to read. */
export function tooComplex(cause?: unknown): ServiceError {
  return new ServiceError(
    'too_complex',
    'Reading this file takes more time or memory than one file may take. Split it into several files with fewer rows, columns or images each, and import them one after the other.',
    { cause },
  )
}
