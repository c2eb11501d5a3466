import { ServiceError } from '@catalog/contracts'

/** What reading a file may take is bounded, whatever it is that takes it. */
export function tooComplex(cause?: unknown): ServiceError {
  return new ServiceError(
    'too_complex',
    'Reading this file takes more time or memory than one file may take. Split it into several files with fewer rows, columns or images each, and import them one after the other.',
    { cause },
  )
}
