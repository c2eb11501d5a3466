import { ServiceError } from '@catalog/contracts'
import type { Context, Middleware } from '../context.ts'

export interface InFlightLimits {
  uploads: number
  exports: number
}

type Kind = keyof InFlightLimits | 'reads'

/** Of all storefronts together: an answer is in memory, or under way over NATS, until its client has received it. */
const maxReads = 32

const retryAfterS = 2

/**
 * Limits a storefront's concurrent uploads, exports and reads at this instance. A request occupies a slot until its
 * answer is sent, or its connection closed.
 */
export function limitInFlight(limits: InFlightLimits): Middleware {
  const inFlight = { uploads: new Map(), exports: new Map(), reads: new Map() } satisfies Record<Kind, Counts>
  let readsOfAll = 0

  return async (ctx, next) => {
    const { caller, signal } = ctx.state
    // The client has left: there would be no `close` to free the slot.
    signal.throwIfAborted()
    const kind = kindOf(ctx)
    if (caller && kind !== undefined) {
      const counts: Counts = inFlight[kind]
      const count = counts.get(caller.storefrontId) ?? 0
      if (kind === 'reads') refuseReads(count, maxReads - readsOfAll)
      else if (count >= limits[kind]) throw refusal(`At most ${limits[kind]} ${kind}`)
      counts.set(caller.storefrontId, count + 1)
      if (kind === 'reads') readsOfAll += 1
      ctx.res.once('close', () => {
        const left = (counts.get(caller.storefrontId) ?? 1) - 1
        if (left > 0) counts.set(caller.storefrontId, left)
        else counts.delete(caller.storefrontId)
        if (kind === 'reads') readsOfAll -= 1
      })
    }
    await next()
  }
}

/** By storefront. */
type Counts = Map<string, number>

function kindOf({ state: { endpoint } }: Context): Kind | undefined {
  return endpoint?.limit ?? (endpoint?.method === 'get' ? 'reads' : undefined)
}

/** A storefront may have as many reads as are still free: there is always room for another storefront. */
function refuseReads(count: number, free: number): void {
  if (free === 0) {
    throw new ServiceError(
      'unavailable',
      'Try again in a few seconds: too much is being read at the moment.',
      { retryAfterS },
    )
  }
  if (count >= free) throw refusal('Too many reads')
}

function refusal(what: string): ServiceError {
  return new ServiceError('rate_limited', `${what} at the same time. Try again when one of them has ended.`, {
    retryAfterS,
  })
}
