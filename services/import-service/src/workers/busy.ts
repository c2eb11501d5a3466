import { ServiceError } from '@catalog/contracts'

/** More files at once than are taken. */
export function busy(): ServiceError {
  return new ServiceError(
    'unavailable',
    'More files are being read at the moment than fit. Try again in a few seconds.',
    { retryAfterS: 5 },
  )
}
