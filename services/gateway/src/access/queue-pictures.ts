import { ServiceError } from '@catalog/contracts'
import { FairQueue } from '@catalog/runtime'
import type { Middleware } from '../context.ts'
import { UnreadAnswers } from './unread-answers.ts'

/** Half as many as merchants may read at a time. */
const slots = 16
const maxWaiting = 512
const waitMs = 10_000
const maxUnreadBytes = 32 * 1024 * 1024

/**
 * Pictures that need no token wait in a queue of their own, in turn by storefront: a shop's visitors hold up no
 * merchant, and one shop's no other's.
 */
export function queuePictures(): Middleware {
  const queue = new FairQueue(
    { slots, maxWaiting, waitMs },
    ({ retryAfterS }) =>
      new ServiceError('unavailable', 'Try again in a few seconds: too many pictures are being read.', {
        retryAfterS,
      }),
  )
  const unread = new UnreadAnswers(maxUnreadBytes)
  return async (ctx, next) => {
    // Of the endpoints without a token only this one has a storefront in its path.
    const key = ctx.state.caller ? undefined : ctx.params?.storefront_id
    if (key === undefined) {
      await next()
      return
    }
    await queue.run({ key, cost: 1, signal: ctx.state.signal }, next)
    unread.add(key, ctx.res)
  }
}
