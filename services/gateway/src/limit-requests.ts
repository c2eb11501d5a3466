import { ServiceError } from '@catalog/contracts'
import type { Middleware } from './context.ts'

const windowMs = 60_000

/** At most `perMinute` requests of a storefront in any 60 seconds, at this instance. Refused ones do not count. */
export function limitRequests(perMinute: number, now: () => number = Date.now): Middleware {
  const takenBy = new Map<string, Taken>()
  let sweptAt = now()

  return async (ctx, next) => {
    const { caller } = ctx.state
    if (caller) take(caller.storefrontId)
    await next()
  }

  function take(storefrontId: string): void {
    const at = now()
    sweep(at)
    const taken = takenBy.get(storefrontId) ?? { times: [], next: 0, last: at }
    takenBy.set(storefrontId, taken)
    // The ring holds the times of the last `perMinute` requests; the one it would overwrite is the oldest of them.
    const oldest = taken.times[taken.next]
    if (oldest !== undefined && at - oldest < windowMs) {
      const retryAfterS = Math.ceil((oldest + windowMs - at) / 1000)
      throw new ServiceError(
        'rate_limited',
        `At most ${perMinute} requests a minute. Try again in ${retryAfterS} s.`,
        {
          retryAfterS,
        },
      )
    }
    taken.times[taken.next] = at
    taken.next = (taken.next + 1) % perMinute
    taken.last = at
  }

  function sweep(at: number): void {
    if (at - sweptAt < windowMs) return
    sweptAt = at
    for (const [storefrontId, { last }] of takenBy) {
      if (at - last >= windowMs) takenBy.delete(storefrontId)
    }
  }
}

interface Taken {
  times: number[]
  next: number
  last: number
}
