import { ServiceError } from '@catalog/contracts'
import { FairQueue } from '@catalog/runtime'

/** Runs `work`, which reads a storefront's data, once it may have a connection. */
export type FairReads = <Result>(
  read: { storefrontId: string; signal: AbortSignal },
  work: () => Promise<Result>,
) => Promise<Result>

/**
 * Shares connections among storefronts, so that one whose reads hang, as on a server of a distributed PostgreSQL that
 * does not answer, leaves some to the others. Two are left to what is not a read.
 * @throws ServiceError `rate_limited` if other reads of the storefront take too long, `unavailable` if those of others do
 */
export function createFairReads(maxConnections: number): FairReads {
  // The wait ends before that of the caller.
  const limits = { slots: maxConnections - 2, maxWaiting: 256, waitMs: 8_000 }
  const queue = new FairQueue(limits, ({ isOwnShare, retryAfterS }) =>
    isOwnShare
      ? new ServiceError(
          'rate_limited',
          `Other requests of this storefront are still waiting. Try again in ${retryAfterS} s.`,
          { retryAfterS },
        )
      : new ServiceError('unavailable', `The catalog is busy at the moment. Try again in ${retryAfterS} s.`, {
          retryAfterS,
        }),
  )
  return ({ storefrontId, signal }, work) => queue.run({ key: storefrontId, cost: 1, signal }, work)
}
