import { ServiceError } from '@catalog/contracts'
import { isUnavailable, isUnreachable } from '@catalog/postgres'

/**
 * Runs `work`.
 * @throws ServiceError `unavailable` if the database cannot be reached or refuses requests for the moment; otherwise
 * what `work` throws
 */
export async function whenAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const done = isUnreachable(error) ? 'reached' : 'changed'
    throw new ServiceError('unavailable', `The catalog cannot be ${done} at the moment. Try again shortly.`, {
      cause: error,
      retryAfterS: 5,
    })
  }
}
