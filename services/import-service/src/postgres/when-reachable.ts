import { ServiceError } from '@catalog/contracts'
import { isUnreachable } from '@catalog/postgres'

/** Does `work`; where the database cannot be reached, says so in a way that callers understand. */
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
