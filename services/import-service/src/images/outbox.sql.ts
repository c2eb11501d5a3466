import type { Knex } from 'knex'
import { change, query, queryOne, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { claimExpiresAfter, unknown } from './slowness.ts'

/** A row of `run_images` whose request is due. */
export interface DueImage {
  storefront_id: string
  run_id: string
  image_id: string
  url: string
  requests: number
  /** Of the run's confirm. */
  traceparent: string | null
}

/** A storefront with a run in its image phase. */
export interface FetchingStorefront {
  storefrontId: string
  /** Of its runs, as in images/slowness.ts: the worst that is known, or `quick` where one is known to be. */
  slowness: number
  /** Its images that are requested and that no worker has taken yet. */
  queued: number
  /** Its images that workers have in hand. */
  inHand: number
  /** Of those, images that they have had since `heldSince` or earlier. */
  held: number
}

/**
 * One replica at a time fills the queue, so that its window is counted right; the others wait. A replica that is stopped
 * in the middle loses its turn.
 */
export async function lockOutbox(transaction: Knex.Transaction): Promise<void> {
  await transaction.raw(
    `select set_config('idle_in_transaction_session_timeout', '15s', true), pg_advisory_xact_lock(${outboxLock})`,
  )
}

/** 'outbox' in ASCII. */
const outboxLock = 0x6f7574626f78

/** How many images of all storefronts are still to be requested, now or after a pause: pending less requested. */
export async function countWaitingImages(database: Database): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    database,
    sql`
      select (
          select coalesce(sum(images_total - images_fetched - images_rejected - images_failed), 0)::bigint
          from import_runs where status = 'fetching_images'
        ) - (
          select count(*) from run_images where outcome = 'pending' and request_at is null
        ) as count`,
  )
  return count
}

/** How many images of all storefronts are requested and not yet settled. */
export async function countRequested(database: Database): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    database,
    sql`select count(*) as count from run_images where outcome = 'pending' and request_at is null`,
  )
  return count
}

export async function findFetchingStorefronts(
  database: Database,
  { now, heldSince }: { now: Date; heldSince: Date },
): Promise<FetchingStorefront[]> {
  const claimExpiresBefore = claimExpiresAfter(heldSince)
  return await query<FetchingStorefront>(
    database,
    sql`
      with requested as (
        select storefront_id,
          count(*) filter (where claim_expires_at > ${now}) as in_hand,
          count(*) filter (where claim_expires_at > ${now} and claim_expires_at <= ${claimExpiresBefore}) as held,
          count(*) filter (where claim_expires_at is null or claim_expires_at <= ${now}) as queued
        from run_images
        where outcome = 'pending' and request_at is null
        group by storefront_id
      )
      select storefront_id as "storefrontId", coalesce(queued, 0) as queued, coalesce(in_hand, 0) as "inHand",
        coalesce(held, 0) as held,
        case when max(image_slowness) > ${unknown} then max(image_slowness) else min(image_slowness) end as slowness
      from import_runs left join requested using (storefront_id)
      where status = 'fetching_images'
      group by storefront_id, queued, in_hand, held`,
  )
}

/**
 * The first of these storefronts that have images to request, and how many: of each counted up to `images`, so that it
 * does not matter how many wait.
 */
export async function findDueImages(
  database: Database,
  storefrontIds: string[],
  { now, storefronts, images }: { now: Date; storefronts: number; images: number },
): Promise<{ storefrontId: string; images: number }[]> {
  return await query<{ storefrontId: string; images: number }>(
    database,
    sql`
      select storefront_id as "storefrontId", waiting.images
      from unnest(${storefrontIds}::text[]) as storefront (storefront_id) cross join lateral (
        select count(*) as images from (
          select from run_images i
          where i.storefront_id = storefront.storefront_id and i.outcome = 'pending' and i.request_at <= ${now}
          limit ${images}
        ) some_of_them
      ) waiting
      where waiting.images > 0
      limit ${storefronts}`,
  )
}

/**
 * How many images that are in hand since `heldSince` or earlier, and for longer than this one, are of runs that are not
 * known to be quick.
 */
export async function countHeldLonger(
  database: Database,
  image: { imageId: string; claimExpiresAt: Date },
  { now, heldSince }: { now: Date; heldSince: Date },
): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    database,
    sql`
      select count(*) as count
      from run_images i join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id
      where i.outcome = 'pending' and i.request_at is null and i.claim_expires_at > ${now}
        and i.claim_expires_at <= ${claimExpiresAfter(heldSince)}
        and (i.claim_expires_at, i.image_id) < (${image.claimExpiresAt}::timestamptz, ${image.imageId}::uuid)
        and r.image_slowness > ${unknown}`,
  )
  return count
}

/** So many images of each storefront, its oldest first, locked until the transaction ends. */
export async function takeDueImages(
  transaction: Knex.Transaction,
  quotas: readonly { storefrontId: string; images: number }[],
  now: Date,
): Promise<DueImage[]> {
  return await query<DueImage>(
    transaction,
    sql`
      select i.storefront_id, i.run_id, i.image_id, i.url, i.requests, r.traceparent
      from unnest(
        ${quotas.map((quota) => quota.storefrontId)}::text[], ${quotas.map((quota) => quota.images)}::integer[]
      ) with ordinality as quota (storefront_id, images, place)
      cross join lateral (
        select * from run_images
        where storefront_id = quota.storefront_id and outcome = 'pending' and request_at <= ${now}
        order by request_at, image_id
        limit quota.images
        for update skip locked
      ) i
      join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id
      order by row_number() over (partition by i.storefront_id order by i.request_at, i.image_id), quota.place`,
  )
}

/** The images' requests are stored in the queue. */
export async function markRequested(
  transaction: Knex.Transaction,
  images: readonly DueImage[],
  now: Date,
): Promise<void> {
  await change(
    transaction,
    sql`
      update run_images i set request_at = null, requested_at = ${now}, requests = i.requests + 1
      from unnest(
        ${images.map((image) => image.storefront_id)}::text[], ${images.map((image) => image.run_id)}::uuid[],
        ${images.map((image) => image.image_id)}::uuid[]
      ) as t (storefront_id, run_id, image_id)
      where i.storefront_id = t.storefront_id and i.run_id = t.run_id and i.image_id = t.image_id`,
  )
}

/**
 * Requests again the images of all storefronts that were requested before, ahead of what was not requested yet; does not hurry those
 * in a pause between attempts.
 */
export async function requestAgain(database: Database, now: Date): Promise<void> {
  await change(
    database,
    sql`
      update run_images set request_at = coalesce(requested_at, ${now})
      where outcome = 'pending' and request_at is null`,
  )
}

export interface LossSigns {
  now: Date
  /** Messages in the queue, those being worked on among them; counted after `now`. */
  queueDepth: number
  /** A request is missed this long after it was made where the queue holds fewer messages than there are requests. */
  missedAfterMs: number
  /** A worker that took it is missed this long after its claim ran out. */
  unsettledAfterMs: number
  /** After this long without a claim a request may be lost; each further one waits twice as long. */
  unclaimedAfterMs: number
}

/** Requests images of all storefronts again whose request, or the worker that took it, seems to be lost; resolves with their number. */
export async function requestLostAgain(
  database: Database,
  { now, queueDepth, missedAfterMs, unsettledAfterMs, unclaimedAfterMs }: LossSigns,
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return await change(
    database,
    sql`
      with requested as (
        select storefront_id, run_id, image_id, requested_at, claim_expires_at, requests
        from run_images
        where outcome = 'pending' and request_at is null
      ),
      lost as (
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
          end
      )
      update run_images i set request_at = coalesce(i.requested_at, ${now})
      from lost
      where i.storefront_id = lost.storefront_id and i.run_id = lost.run_id and i.image_id = lost.image_id
        and i.outcome = 'pending' and i.request_at is null`,
  )
}
