import { ServiceError } from '@catalog/contracts'
import type { Middleware } from './context.ts'

export interface InFlightLimits {
  uploads: number
  exports: number
}

const retryAfterS = 2

/** At most so many uploads and exports of a storefront at the same time, at this instance. */
export function limitInFlight(limits: InFlightLimits): Middleware {
  const inFlight = { uploads: new Map<string, number>(), exports: new Map<string, number>() }

  return async (ctx, next) => {
    const { caller, endpoint, signal } = ctx.state
    // What the client's leaving would end has not begun yet, and would never end.
    signal.throwIfAborted()
    if (!caller || !endpoint?.limit) {
      await next()
      return
    }

    const counts = inFlight[endpoint.limit]
    const count = counts.get(caller.storefrontId) ?? 0
    const limit = limits[endpoint.limit]
    if (count >= limit) {
      throw new ServiceError(
        'rate_limited',
        `At most ${limit} ${endpoint.limit} at the same time. Try again when one of them has ended.`,
        { retryAfterS },
      )
    }
    counts.set(caller.storefrontId, count + 1)
    try {
      await next()
    } finally {
      const left = (counts.get(caller.storefrontId) ?? 1) - 1
      if (left > 0) counts.set(caller.storefrontId, left)
      else counts.delete(caller.storefrontId)
    }
  }
}
