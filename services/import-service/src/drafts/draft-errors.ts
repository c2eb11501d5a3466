import { ServiceError } from '@catalog/contracts'

export function draftNotFound(): ServiceError {
  return new ServiceError(
    'draft_not_found',
    'There is no such import draft. It may have been confirmed, cancelled or expired: upload the file again.',
  )
}

export function draftExpired(): ServiceError {
  return new ServiceError(
    'draft_expired',
    'The import draft was kept for one hour and has expired. Upload the file again.',
  )
}

export function draftOfReleaseBefore(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The service was upgraded after this preview. Recheck the draft, then ask again.',
    { retryAfterS: 1 },
  )
}

export function keyReused(other: string): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    `This Idempotency-Key was sent with ${other} within the last 24 hours. Send a new key with each new request.`,
  )
}

/** For a preview of what the draft had been before another request changed it. */
export function revisedMeanwhile(): ServiceError {
  return new ServiceError('unavailable', 'The import draft was changed at the same time. Try again.', {
    retryAfterS: 1,
  })
}
