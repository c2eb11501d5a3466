import type { Knex } from 'knex'
import { change, query, sql } from './database.ts'
import type { Database } from './database.ts'
import type { RunKey } from './runs.sql.ts'

/** A row of `run_images` whose request is due. */
export interface DueImage {
  run_id: string
  image_id: string
  url: string
  requests: number
  /** Of the run's confirm. */
  traceparent: string | null
}

/** The storefronts that have images to request. */
export async function findStorefrontsDue(database: Database, now: Date): Promise<string[]> {
  const rows = await query<{ storefront_id: string }>(
    database,
    sql`
      select distinct storefront_id from run_images
      where outcome = 'pending' and request_at is not null and request_at <= ${now}
      order by storefront_id`,
  )
  return rows.map((row) => row.storefront_id)
}

/** Images to request, oldest first, locked until the transaction ends; those that another replica holds are left to it. */
export async function takeDueImages(
  transaction: Knex.Transaction,
  storefrontId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DueImage[]> {
  return await query<DueImage>(
    transaction,
    sql`
      select i.run_id, i.image_id, i.url, i.requests, r.traceparent
      from run_images i
      join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id
      where i.storefront_id = ${storefrontId} and i.outcome = 'pending'
        and i.request_at is not null and i.request_at <= ${now}
      order by i.request_at, i.image_id
      limit ${limit}
      for update of i skip locked`,
  )
}

/** The images' requests are stored in the queue. */
export async function markRequested(
  transaction: Knex.Transaction,
  storefrontId: string,
  images: readonly DueImage[],
  now: Date,
): Promise<void> {
  await change(
    transaction,
    sql`
      update run_images i set request_at = null, requested_at = ${now}, requests = i.requests + 1
      from unnest(
        ${images.map((image) => image.run_id)}::uuid[], ${images.map((image) => image.image_id)}::uuid[]
      ) as t (run_id, image_id)
      where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id`,
  )
}

/** Requests the run's pending images again, without hurrying those in a pause between attempts; answers how many pend. */
export async function requestPendingAgain(database: Database, key: RunKey, now: Date): Promise<number> {
  return await change(
    database,
    sql`
      update run_images set request_at = coalesce(request_at, ${now})
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and outcome = 'pending'`,
  )
}

export interface LossSigns {
  now: Date
  /** What was requested, or whose claim ran out, before this can be lost. */
  before: Date
  /** The queue holds nothing: whatever was requested from it before is lost. */
  isQueueEmpty: boolean
  /** After this long without a claim a request may be lost; each further one waits twice as long. */
  unclaimedAfterMs: number
}

/** Requests images again whose request, or the worker that took it, seems to be lost; answers how many. */
export async function requestLostAgain(
  database: Database,
  { now, before, isQueueEmpty, unclaimedAfterMs }: LossSigns,
): Promise<number> {
  const lost = await query<{ storefront_id: string; run_id: string; image_id: string }>(
    database,
    sql`
      select storefront_id, run_id, image_id
      from run_images
      where outcome = 'pending' and request_at is null and requested_at < ${before}
        and (claim_expires_at is null or claim_expires_at < ${before})
        and (
          ${isQueueEmpty}
          or claim_expires_at is not null
          or requested_at < ${now}::timestamptz
            - make_interval(secs => ${unclaimedAfterMs / 1000}::float8 * power(2, least(requests, 6) - 1))
        )
      order by requested_at
      limit 10000`,
  )
  for (const [storefrontId, images] of Map.groupBy(lost, (image) => image.storefront_id)) {
    await change(
      database,
      sql`
        update run_images i set request_at = ${now}
        from unnest(
          ${images.map((image) => image.run_id)}::uuid[], ${images.map((image) => image.image_id)}::uuid[]
        ) as t (run_id, image_id)
        where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id
          and i.outcome = 'pending' and i.request_at is null`,
    )
  }
  return lost.length
}
