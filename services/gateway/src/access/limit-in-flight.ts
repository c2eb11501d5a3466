import { ServiceError } from '@catalog/contracts'
import { Pace, toRetryAfterS } from '@catalog/runtime'
import type { Context, Middleware } from '../context.ts'
import { UnreadAnswers } from './unread-answers.ts'

export interface InFlightLimits {
  uploads: number
  exports: number
}

type Kind = keyof InFlightLimits | 'reads'

/** For all storefronts together: an answer occupies memory, and is in transit over NATS. */
const maxReads = 32
/** Bytes of answers to reads that wait for their clients, which no longer occupy a slot. */
const maxUnreadBytes = 32 * 1024 * 1024

/**
 * Limits a storefront's concurrent uploads, exports and reads at this instance. A request occupies a slot until its
 * answer is sent or its connection is closed; a read only until its answer is in memory, so that no client that is slow
 * keeps others waiting. A refusal says when one of the storefront's requests is likely to end.
 * @param now a monotonic clock in milliseconds
 */
export function limitInFlight(limits: InFlightLimits, now = () => performance.now()): Middleware {
  const inFlight: Record<Kind, Map<string, InFlight>> = {
    uploads: new Map(),
    exports: new Map(),
    reads: new Map(),
  }
  const paces = { uploads: new Pace(), exports: new Pace(), reads: new Pace() }
  const unread = new UnreadAnswers(maxUnreadBytes)
  let readsOfAll = 0

  return async (ctx, next) => {
    const { caller, signal } = ctx.state
    // The client has disconnected: no later `close` event would free the slot.
    signal.throwIfAborted()
    const kind = kindOf(ctx)
    if (!caller || kind === undefined) {
      await next()
      return
    }
    const ofKind = inFlight[kind]
    const own: InFlight = ofKind.get(caller.storefrontId) ?? new Set()
    if (kind === 'reads' && readsOfAll === maxReads) throw tooManyReads()
    // A storefront may have as many reads as are still free, so that there is always room for another one.
    if (own.size >= (kind === 'reads' ? maxReads - readsOfAll : limits[kind])) {
      const rests = [...own].map(({ beganAt }) => paces[kind].restOf(now() - beganAt))
      const what = kind === 'reads' ? 'Too many reads' : `At most ${limits[kind]} ${kind}`
      throw refusal(what, toRetryAfterS(Math.min(...rests)))
    }
    const request = { beganAt: now() }
    ofKind.set(caller.storefrontId, own.add(request))
    if (kind === 'reads') readsOfAll += 1
    const end = () => {
      if (!own.delete(request)) return
      paces[kind].record(now() - request.beganAt)
      if (own.size === 0) ofKind.delete(caller.storefrontId)
      if (kind === 'reads') readsOfAll -= 1
    }
    ctx.res.once('close', end)
    await next()
    if (kind !== 'reads') return
    end()
    unread.add(caller.storefrontId, ctx.res)
  }
}

/** A storefront's requests of one kind. */
type InFlight = Set<{ beganAt: number }>

function kindOf({ state: { endpoint } }: Context): Kind | undefined {
  return endpoint?.limit ?? (endpoint?.method === 'get' ? 'reads' : undefined)
}

function tooManyReads(): ServiceError {
  return new ServiceError(
    'unavailable',
    'Try again in a few seconds: too much is being read at the moment.',
    { retryAfterS: 2 },
  )
}

function refusal(what: string, retryAfterS: number): ServiceError {
  return new ServiceError('rate_limited', `${what} at the same time. Try again when one of them has ended.`, {
    retryAfterS,
  })
}
