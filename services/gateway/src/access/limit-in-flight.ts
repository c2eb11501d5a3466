import { ServiceError } from '@catalog/contracts'
import type { Context, Middleware } from '../context.ts'

export interface InFlightLimits {
  uploads: number
  exports: number
}

type Kind = keyof InFlightLimits | 'reads'

/** Of everyone: an answer is in memory, or on its way over NATS, until its client has taken it. */
const maxReads = 32

const retryAfterS = 2

/**
 * At most so many uploads, exports and reads of a storefront at the same time, at this instance. A slot is taken until
 * the answer is out, or the connection closed.
 */
export function limitInFlight(limits: InFlightLimits): Middleware {
  const inFlight = { uploads: new Map(), exports: new Map(), reads: new Map() } satisfies Record<Kind, Counts>
  let readsOfAll = 0

  return async (ctx, next) => {
    const { caller, signal } = ctx.state
    // What the client's leaving would end has not begun yet, and would never end.
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

/** No storefront takes more than it leaves to all others: however many do, there is room for one more. */
function refuseReads(count: number, free: number): void {
  if (free === 0) {
    throw new ServiceError(
      'unavailable',
      'Too much is being read at the moment. Try again in a few seconds.',
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
