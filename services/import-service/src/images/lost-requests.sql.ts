import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { byStorefront } from './outbox.sql.ts'
import type { RequestedImage } from './outbox.sql.ts'

/** The images of all storefronts that are requested and not yet settled. */
export async function findRequested(database: Database): Promise<RequestedImage[]> {
  return await query<RequestedImage>(
    database,
    sql`select storefront_id, run_id, image_id from run_images where outcome = 'pending' and request_at is null`,
  )
}

export interface LossSigns {
  now: Date
  /** Messages in the queue, including those that workers have; counted after `now`. */
  queueDepth: number
  /** If the queue has fewer messages than there are requests, a request counts as lost after this time. */
  missedAfterMs: number
  /** A worker counts as lost this long after its claim has expired. */
  unsettledAfterMs: number
  /** A request that is not claimed for this long counts as lost; the time doubles with each further request. */
  unclaimedAfterMs: number
}

/** The images of all storefronts whose request, or whose worker, seems to be lost. */
export async function findLost(
  database: Database,
  { now, queueDepth, missedAfterMs, unsettledAfterMs, unclaimedAfterMs }: LossSigns,
): Promise<RequestedImage[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return await query<RequestedImage>(
    database,
    sql`
      with requested as (
        select storefront_id, run_id, image_id, requested_at, claim_expires_at, requests
        from run_images
        where outcome = 'pending' and request_at is null
      )
      select storefront_id, run_id, image_id
      from requested
      where
        -- Not a claim on an earlier request: the newer one may wait in the queue for as long as there is no worker.
        case when claim_expires_at > requested_at then claim_expires_at < ${before(unsettledAfterMs)}
        else
          requested_at < ${now}::timestamptz
            - make_interval(secs => ${unclaimedAfterMs / 1000}::float8 * power(2, least(requests, 6) - 1))
          or requested_at < ${before(missedAfterMs)} and ${queueDepth} < (
            select count(*) from requested where requested_at < ${before(missedAfterMs)}
          )
        end`,
  )
}

/**
 * Makes those of the images that are not settled yet due again, ahead of images that were never requested. Does not
 * shorten the pause between two attempts. Returns how many.
 */
export async function requestAgain(
  database: Database,
  images: readonly RequestedImage[],
  now: Date,
): Promise<number> {
  let count = 0
  for (const { storefrontId, runIds, imageIds } of byStorefront(images)) {
    count += await change(
      database,
      sql`
        update run_images i set request_at = coalesce(i.requested_at, ${now})
        from unnest(${runIds}::uuid[], ${imageIds}::uuid[]) as t (run_id, image_id)
        where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id
          and i.outcome = 'pending' and i.request_at is null`,
    )
  }
  return count
}
