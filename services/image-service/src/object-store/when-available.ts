import { ServiceError } from '@catalog/contracts'

/**
 * Runs `work`.
 * @throws ServiceError `unavailable` with this message, whatever the object store's failure is
 */
export async function whenAvailable<Result>(message: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw new ServiceError('unavailable', message, { cause, retryAfterS: 5 })
  }
}
