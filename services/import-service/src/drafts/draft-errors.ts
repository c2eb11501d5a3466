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
