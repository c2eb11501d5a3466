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

export function keyReused(other: string): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    `This Idempotency-Key was sent with ${other} within the last 24 hours. Send a new key with each new request.`,
  )
}
