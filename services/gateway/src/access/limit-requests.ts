import { ServiceError } from '@catalog/contracts'
import type { Middleware } from '../context.ts'

const windowMs = 60_000

/** At most `perMinute` requests of a storefront in any 60 seconds, at this instance. */
export function limitRequests(perMinute: number, now = Date.now): Middleware {
  const take = slidingMinute(perMinute)
  return async (ctx, next) => {
    const { caller } = ctx.state
    if (caller) take(caller.storefrontId, now())
    await next()
  }
}

/**
 * Counts requests by storefront; refused ones do not count.
 * @throws ServiceError `rate_limited`, with the seconds until the next request is allowed
 */
export function slidingMinute(perMinute: number): (storefrontId: string, atMs: number) => void {
  const requestsOf = new Map<string, Requests>()
  let sweptAt = 0

  return (storefrontId, at) => {
    sweep(at)
    const requests = requestsOf.get(storefrontId) ?? { times: [], next: 0, last: at }
    requestsOf.set(storefrontId, requests)
    // The ring holds the times of the last `perMinute` requests; the one it would overwrite is the oldest of them.
    const oldest = requests.times[requests.next]
    if (oldest !== undefined && at - oldest < windowMs) throw refusal(perMinute, oldest + windowMs - at)
    requests.times[requests.next] = at
    requests.next = (requests.next + 1) % perMinute
    requests.last = at
  }

  function sweep(at: number): void {
    if (at - sweptAt < windowMs) return
    sweptAt = at
    for (const [storefrontId, { last }] of requestsOf) {
      if (at - last >= windowMs) requestsOf.delete(storefrontId)
    }
  }
}

function refusal(perMinute: number, waitMs: number): ServiceError {
  const retryAfterS = Math.ceil(waitMs / 1000)
  return new ServiceError(
    'rate_limited',
    `At most ${perMinute} requests a minute. Try again in ${retryAfterS} s.`,
    { retryAfterS },
  )
}

interface Requests {
  times: number[]
  next: number
  last: number
}
