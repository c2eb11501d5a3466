import { ServiceError } from '@catalog/contracts'
import { isUnreachable } from '@catalog/postgres'

/** Runs `work`. @throws ServiceError `unavailable` where the database cannot be reached; what `work` throws */
export async function whenReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    throw new ServiceError('unavailable', 'The catalog cannot be reached at the moment. Try again shortly.', {
      cause: error,
      retryAfterS: 5,
    })
  }
}
