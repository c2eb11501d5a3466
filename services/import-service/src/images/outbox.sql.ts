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
  await change(transaction, sql`set local idle_in_transaction_session_timeout = '15s'`)
  await queryOne(
    transaction,
    sql`select storefront_id from storefront_locks where storefront_id = ${outbox.storefrontId} for update`,
  )
}

/** Migration 013 has written its row; no storefront can have this id. */
const outbox = { storefrontId: '*outbox' }

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
 * The storefronts that have images to request. Null where there are too many such images to read them all: then whoever
 * looks finds some soon.
 */
export async function findDueStorefronts(database: Database, now: Date): Promise<Set<string> | null> {
  const due = await query<{ storefrontId: string }>(
    database,
    sql`
      select storefront_id as "storefrontId" from run_images
      where outcome = 'pending' and request_at <= ${now}
      order by request_at
      limit ${readAtMost}`,
  )
  return due.length < readAtMost ? new Set(due.map(({ storefrontId }) => storefrontId)) : null
}

const readAtMost = 64

/**
 * The first of these storefronts that have images to request, and how many: of each counted up to `images`, so that it
 * does not matter how many wait.
 */
export async function findDueImages(
  database: Database,
  storefrontIds: string[],
  { now, storefronts, images }: { now: Date; storefronts: number; images: number },
): Promise<{ storefrontId: string; images: number }[]> {
  const found: { storefrontId: string; images: number }[] = []
  for (let start = 0; start < storefrontIds.length && found.length < storefronts; start += lookedAtAtOnce) {
    const some = storefrontIds.slice(start, start + lookedAtAtOnce)
    const rows = await query<{ storefrontId: string; images: number }>(
      database,
      sql`
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
        where waiting.images > 0`,
    )
    found.push(...rows.toSorted((a, b) => some.indexOf(a.storefrontId) - some.indexOf(b.storefrontId)))
  }
  return found.slice(0, storefronts)
}

const lookedAtAtOnce = 32

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

/**
 * So many images of each storefront, its oldest first, round robin among the storefronts. None is locked: what becomes of
 * one before its request is stored, its claim finds.
 */
export async function findImagesToRequest(
  database: Database,
  quotas: readonly { storefrontId: string; images: number }[],
  now: Date,
): Promise<DueImage[]> {
  const rows = await query<DueImage & { rank: number }>(
    database,
    sql`
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
      join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id`,
  )
  const places = new Map(quotas.map((quota, place) => [quota.storefrontId, { place, ...quota }]))
  const placeOf = ({ storefront_id: id }: DueImage) => places.get(id)?.place ?? 0
  return rows
    .filter(({ storefront_id: id, rank }) => rank <= (places.get(id)?.images ?? 0))
    .toSorted((a, b) => a.rank - b.rank || placeOf(a) - placeOf(b))
}

/**
 * The images' requests are stored in the queue. What a worker has done meanwhile with an image stays: its claim, or the
 * pause before another attempt.
 */
export async function markRequested(
  transaction: Knex.Transaction,
  images: readonly DueImage[],
  now: Date,
): Promise<void> {
  for (const { storefrontId, runIds, imageIds, of } of byStorefront(images)) {
    await change(
      transaction,
      sql`
        update run_images i set
          request_at = case when i.requests = t.requests then null else i.request_at end,
          requested_at = case
            when i.requests = t.requests and i.request_at is not null then ${now} else i.requested_at
          end,
          requests = i.requests + 1
        from unnest(${runIds}::uuid[], ${imageIds}::uuid[], ${of.map((image) => image.requests)}::integer[])
          as t (run_id, image_id, requests)
        where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id`,
    )
  }
}

export type RequestedImage = Pick<DueImage, 'storefront_id' | 'run_id' | 'image_id'>

/** For one statement a storefront: on a distributed database none may lock rows of several (design.md §11). */
export function* byStorefront<Image extends RequestedImage>(
  images: readonly Image[],
): Generator<{ storefrontId: string; runIds: string[]; imageIds: string[]; of: Image[] }> {
  for (const [storefrontId, of] of Map.groupBy(images, (image) => image.storefront_id)) {
    yield {
      storefrontId,
      runIds: of.map((image) => image.run_id),
      imageIds: of.map((image) => image.image_id),
      of,
    }
  }
}
