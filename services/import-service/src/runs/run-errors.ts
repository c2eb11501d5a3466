import { ServiceError } from '@catalog/contracts'

export function runNotFound(): ServiceError {
  return new ServiceError('run_not_found', 'There is no such import run.')
}

export function runDetailsExpired(): ServiceError {
  return new ServiceError(
    'run_details_expired',
    'The rows of this import are no longer kept, so they can neither be shown nor undone. Its counts stay in the history.',
  )
}
