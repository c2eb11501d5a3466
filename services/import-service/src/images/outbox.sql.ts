import type { Knex } from 'knex'
import { change, queryOne, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { claimExpiresAfter, unknown } from '../runs/slowness.ts'
import type { FetchingStorefront } from './assign-quotas.ts'
import { longMs, shortLatelyMs } from './worker-time.ts'
import type { DueImage, RequestedImage } from '../runs/write-run-images.sql.ts'

/**
 * Only one replica at a time requests images, so that the window is counted correctly; the others wait. A replica that
 * hangs in the middle loses the lock after 15 s.
 */
export async function lockOutbox(transaction: Knex.Transaction): Promise<void> {
  await change(transaction)`set local idle_in_transaction_session_timeout = '15s'`
  await queryOne(transaction)`
    select storefront_id from storefront_locks where storefront_id = ${outbox.storefrontId} for update`
}

/** This row was inserted by migration 013; no storefront can have this id. */
const outbox = { storefrontId: '*outbox' }

/** The number of images of all storefronts that are requested and not yet settled. */
export async function countRequested(database: Database): Promise<number> {
  const { count } = await queryOne<{ count: number }>(database)`
    select count(*) as count from run_images where outcome = 'pending' and request_at is null`
  return count
}

export async function findFetchingStorefronts(
  database: Database,
  { now, heldSince }: { now: Date; heldSince: Date },
): Promise<FetchingStorefront[]> {
  const claimExpiresBefore = claimExpiresAfter(heldSince)
  return await query<FetchingStorefront>(database)`
    with requested as (
      select storefront_id,
        count(*) filter (where claim_expires_at > ${now}) as in_hand,
        count(*) filter (where claim_expires_at > ${now} and claim_expires_at <= ${claimExpiresBefore}) as held,
        count(*) filter (where claim_expires_at is null or claim_expires_at <= ${now}) as queued,
        sum(extract(epoch from ${claimExpiresAfter(now)}::timestamptz - claim_expires_at) * 1000)
          filter (where claim_expires_at > ${now}) as in_hand_ms
      from run_images
      where outcome = 'pending' and request_at is null
      group by storefront_id
    )
    select storefront_id as "storefrontId", coalesce(queued, 0) as queued, coalesce(in_hand, 0) as "inHand",
      coalesce(held, 0) as held, coalesce(in_hand_ms, 0)::float8 + sum(
        image_worker_ms
          * power(0.5, least(coalesce(extract(epoch from ${now}::timestamptz - image_worker_at) / 10, 0), 60)::float8)
      ) as "usedMs",
      max(image_usual_ms) as "usualMs",
      case when max(image_slowness) > ${unknown} then max(image_slowness) else min(image_slowness) end as slowness
    from import_runs left join requested using (storefront_id)
    where status = 'fetching_images'
    group by storefront_id, queued, in_hand, held, in_hand_ms`
}

/** Whether a run of another storefront whose images are short (images/worker-time.ts) has ended within the last minute. */
export async function hadShortImages(
  database: Database,
  storefrontId: string | null,
  now: Date,
): Promise<boolean> {
  const { isFound } = await queryOne<{ isFound: boolean }>(database)`
    select exists (
      select from import_runs
      where completed_at > ${new Date(now.getTime() - shortLatelyMs)} and image_usual_ms <= ${longMs}
        and storefront_id <> ${storefrontId ?? ''}
    ) as "isFound"`
  return isFound
}

/** The storefronts that have due images; null if there are at least `readAtMost` due images. */
export async function findDueStorefronts(database: Database, now: Date): Promise<Set<string> | null> {
  const due = await query<{ storefrontId: string }>(database)`
    select storefront_id as "storefrontId" from run_images
    where outcome = 'pending' and request_at <= ${now}
    order by request_at
    limit ${readAtMost}`
  return due.length < readAtMost ? new Set(due.map(({ storefrontId }) => storefrontId)) : null
}

const readAtMost = 64

/**
 * The first of these storefronts that have due images, with the number of due images counted up to `images`, so that
 * the cost does not depend on how many there are.
 */
export async function findDueImages(
  database: Database,
  storefrontIds: string[],
  { now, storefronts, images }: { now: Date; storefronts: number; images: number },
): Promise<{ storefrontId: string; images: number }[]> {
  const found: { storefrontId: string; images: number }[] = []
  for (let start = 0; start < storefrontIds.length && found.length < storefronts; start += lookedAtAtOnce) {
    const some = storefrontIds.slice(start, start + lookedAtAtOnce)
    const rows = await query<{ storefrontId: string; images: number }>(database)`
      select storefront.storefront_id as "storefrontId", waiting.images
      from (
        select distinct storefront_id from import_runs
        where status = 'fetching_images' and storefront_id = any(${some}::text[])
      ) storefront
      cross join lateral (
        select count(*) as images from (
          select from run_images i
          where i.storefront_id = storefront.storefront_id and i.outcome = 'pending' and i.request_at <= ${now}
          limit ${images}
        ) some_of_them
      ) waiting
      where waiting.images > 0`
    found.push(...rows.toSorted((a, b) => some.indexOf(a.storefrontId) - some.indexOf(b.storefrontId)))
  }
  return found.slice(0, storefronts)
}

const lookedAtAtOnce = 32

/**
 * The number of images that were claimed at `heldSince` or earlier and before this image, and whose run's slowness is
 * above `unknown`.
 */
export async function countHeldLonger(
  database: Database,
  image: { imageId: string; claimExpiresAt: Date },
  { now, heldSince }: { now: Date; heldSince: Date },
): Promise<number> {
  const { count } = await queryOne<{ count: number }>(database)`
    select count(*) as count
    from run_images i join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id
    where i.outcome = 'pending' and i.request_at is null and i.claim_expires_at > ${now}
      and i.claim_expires_at <= ${claimExpiresAfter(heldSince)}
      and (i.claim_expires_at, i.image_id) < (${image.claimExpiresAt}::timestamptz, ${image.imageId}::uuid)
      and r.image_slowness > ${unknown}`
  return count
}

/**
 * The oldest due images of each storefront, as many as its quota, round robin over the storefronts. The rows are not
 * locked: if an image changes before its request is stored, the claim of that request notices.
 */
export async function findImagesToRequest(
  database: Database,
  quotas: readonly { storefrontId: string; images: number }[],
  now: Date,
): Promise<DueImage[]> {
  const rows = await query<DueImage & { rank: number }>(database)`
    select i.storefront_id, i.run_id, i.image_id, i.url, i.requests, r.traceparent, i.rank
    from (
      select distinct storefront_id from import_runs
      where status = 'fetching_images' and storefront_id = any(${quotas.map((quota) => quota.storefrontId)}::text[])
    ) storefront
    cross join lateral (
      select *, row_number() over (order by request_at, image_id) as rank from run_images
      where storefront_id = storefront.storefront_id and outcome = 'pending' and request_at <= ${now}
      order by request_at, image_id
      limit ${Math.max(...quotas.map((quota) => quota.images))}
    ) i
    join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id`
  const places = new Map(quotas.map((quota, place) => [quota.storefrontId, { place, ...quota }]))
  const placeOf = ({ storefront_id: id }: DueImage) => places.get(id)?.place ?? 0
  return rows
    .filter(({ storefront_id: id, rank }) => rank <= (places.get(id)?.images ?? 0))
    .toSorted((a, b) => a.rank - b.rank || placeOf(a) - placeOf(b))
}

/** The images of all storefronts that are requested and not yet settled. */
export async function findRequested(database: Database): Promise<RequestedImage[]> {
  return await query<RequestedImage>(database)`
    select storefront_id, run_id, image_id from run_images where outcome = 'pending' and request_at is null`
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
  return await query<RequestedImage>(database)`
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
      end`
}
