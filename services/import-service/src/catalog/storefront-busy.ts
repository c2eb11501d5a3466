import { ServiceError } from '@catalog/contracts'

/** For a lock that was not acquired in time. */
export function storefrontBusy(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'An import of this storefront is being applied. Try again shortly.',
    { cause, retryAfterS: 5 },
  )
}
