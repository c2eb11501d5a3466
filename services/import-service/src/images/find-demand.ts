import { imageRequested } from '@catalog/contracts'
import type { Database } from '../postgres/database.ts'
import { findDueImages, findDueStorefronts, findFetchingStorefronts, hadShortImages } from './outbox.sql.ts'
import { inTurn } from './assign-quotas.ts'
import type { Demand, Kind, StorefrontQueue } from './assign-quotas.ts'
import { heldSince } from '../runs/slowness.ts'

/**
 * The most images of all storefronts that are requested and not yet settled. Enough to keep the workers busy until more
 * are requested, and no more, because they delay the next storefront's images.
 */
export const windowImages = 2 * imageRequested.maxAckPending

/**
 * The storefronts that have requested or due images. Due images are counted only for the next storefronts of each kind,
 * as many as the window has room for. A storefront that is alone keeps no worker free for itself.
 */
export async function findDemand(database: Database, now: Date): Promise<Demand> {
  const fetching = await findFetchingStorefronts(database, { now, heldSince: heldSince(now) })
  const candidates = await findDueStorefronts(database, now)
  const due = new Map<string, number>()
  for (const kind of ['quick', 'trial', 'slow'] satisfies Kind[]) {
    const ids = inTurn(fetching, kind)
      .map(({ storefrontId }) => storefrontId)
      .filter((id) => candidates?.has(id) ?? true)
    if (ids.length === 0) continue
    const found = await findDueImages(database, ids, { now, storefronts: windowImages, images: windowImages })
    for (const { storefrontId, images } of found) due.set(storefrontId, images)
  }
  const queues = fetching
    .map((one): StorefrontQueue => Object.assign(one, { due: due.get(one.storefrontId) ?? 0 }))
    .filter((queue) => queue.due + queue.queued + queue.inHand > 0)
  const [only, ...others] = queues
  const alone = others.length === 0 ? only?.storefrontId : undefined
  return { queues, hadShort: await hadShortImages(database, alone ?? null, now) }
}
