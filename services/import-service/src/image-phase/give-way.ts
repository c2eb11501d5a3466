import { imageRequested } from '@catalog/contracts'
import type { Database } from '../database.ts'
import { countHeldLonger } from '../outbox.sql.ts'
import type { RunImageKey } from '../run-images.sql.ts'
import type { StoredRun } from '../runs.sql.ts'
import { findLines } from './find-lines.ts'
import { countSlow, countTrials, inHandOf, kindOf, limitsBeside } from './share-window.ts'
import type { Line } from './share-window.ts'
import { heldSince, patienceMs, slowAfterMs } from './slowness.ts'

export interface HeldImage extends RunImageKey {
  claimExpiresAt: Date
  /** How long it has kept its worker waiting for its host. */
  waitedMs: number
}

/**
 * Whether an image that waits for its host is to give its worker to others. On trial: once its run's patience is over,
 * where somebody waits who is in no more doubt. Beyond a second: where there are more such images in hand than there may
 * be beside those who wait, unless it is of those in hand for longest, which are never interrupted.
 */
export async function mustGiveWay(
  database: Database,
  image: HeldImage,
  { imageSlowness }: Pick<StoredRun, 'imageSlowness'>,
  now: Date,
): Promise<boolean> {
  if (image.waitedMs < patienceMs(imageSlowness)) return false
  const lines = await findLines(database, now)
  const inHand = lines.reduce((sum, line) => sum + line.inHand, 0)
  if (inHand < imageRequested.maxAckPending) return false
  const others = lines.filter((line) => line.storefrontId !== image.storefrontId && !isOnTrial(line))
  if (image.waitedMs < slowAfterMs) {
    return others.some((line) => kindOf(line) === 'trial' && line.slowness <= imageSlowness)
  }
  const held = await countHeldLonger(database, image, { now, heldSince: heldSince(now) })
  return held >= limitsBeside(others).slow
}

/**
 * Whether an image that was requested before its run was found slow has to wait again: its storefront has more in hand,
 * or all slow ones together have, than would be requested now.
 */
export async function mustWait(
  database: Database,
  { storefrontId }: RunImageKey,
  slowness: number,
  now: Date,
): Promise<boolean> {
  const lines = await findLines(database, now)
  const kind = kindOf({ slowness })
  if (kind === 'quick') return false
  const limits = limitsBeside(lines)
  if (kind === 'slow') return countSlow(lines, inHandOf) >= limits.slow
  const own = lines.filter((line) => line.storefrontId === storefrontId)
  return countTrials(lines, inHandOf) >= limits.trials || countTrials(own, inHandOf) >= limits.trialsOfOne
}

function isOnTrial(line: Line): boolean {
  return countTrials([line], inHandOf) > 0
}
