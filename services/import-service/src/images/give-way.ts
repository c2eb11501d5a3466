import { imageRequested } from '@catalog/contracts'
import type { Database } from '../postgres/database.ts'
import { countHeldLonger } from './outbox.sql.ts'
import type { RunImageKey } from '../runs/run-images.sql.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import { findDemand } from './find-demand.ts'
import { countSlow, countTrials, inHandOf, kindOf, limitsBeside } from './assign-quotas.ts'
import type { StorefrontQueue } from './assign-quotas.ts'
import { heldSince, patienceMs, slowAfterMs } from '../runs/slowness.ts'

export interface HeldImage extends RunImageKey {
  claimExpiresAt: Date
  /** Milliseconds for which its worker has waited. */
  waitedMs: number
}

/**
 * Whether an image that waits for its host or a decoder must give up its worker; never while there is room for another
 * one of its kind. After its run's patience is over, but within a second: if a storefront on trial that is in no more
 * doubt is waiting. After a second: if more such images are in hand than `limitsBeside` allows next to the waiting
 * storefronts, except for those that have been in hand for longest, which are never interrupted.
 */
export async function mustGiveWay(
  database: Database,
  image: HeldImage,
  { imageSlowness }: Pick<StoredRun, 'imageSlowness'>,
  now: Date,
): Promise<boolean> {
  if (image.waitedMs < patienceMs(imageSlowness)) return false
  const demand = await findDemand(database, now)
  const { queues } = demand
  const inHand = queues.reduce((sum, queue) => sum + queue.inHand, 0)
  const isFull = inHand >= imageRequested.maxAckPending - (demand.hadShort ? 1 : 0)
  const others = queues.filter((queue) => queue.storefrontId !== image.storefrontId && !isOnTrial(queue))
  if (image.waitedMs < slowAfterMs) {
    return (
      (isFull || countTrials(queues, inHandOf) >= limitsBeside(demand).trials) &&
      others.some((queue) => kindOf(queue) === 'trial' && queue.slowness <= imageSlowness)
    )
  }
  if (!isFull) return false
  const held = await countHeldLonger(database, image, { now, heldSince: heldSince(now) })
  return held >= limitsBeside({ ...demand, queues: others }).slow
}

/**
 * Whether an image that was requested before its run was found slow must wait again: the images in hand of its
 * storefront, or of all storefronts of its kind, have reached the limit.
 */
export async function mustWait(
  database: Database,
  { storefrontId }: RunImageKey,
  slowness: number,
  now: Date,
): Promise<boolean> {
  const kind = kindOf({ slowness })
  if (kind === 'quick') return false
  const demand = await findDemand(database, now)
  const { queues } = demand
  const limits = limitsBeside(demand)
  if (kind === 'slow') return countSlow(queues, inHandOf) >= limits.slow
  const own = queues.filter((queue) => queue.storefrontId === storefrontId)
  return countTrials(queues, inHandOf) >= limits.trials || countTrials(own, inHandOf) >= limits.trialsOfOne
}

function isOnTrial(queue: StorefrontQueue): boolean {
  return countTrials([queue], inHandOf) > 0
}
