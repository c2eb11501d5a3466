import type { Knex } from 'knex'
import { refusals } from '@catalog/address-guard'
import type { RefusalDetail } from '@catalog/address-guard'
import { maxAttempts, claimLifetimeMs } from '@catalog/contracts'
import type { ImageSettlement, Outcome, Reason, RenditionName } from '@catalog/contracts'
import { change, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { Judged } from './refused-images.ts'
import { runColumns } from './runs.sql.ts'
import type { RunKey, StoredRun } from './runs.sql.ts'
import type { RunImageKey, ImageToRetry } from './run-images.sql.ts'
import { quick } from './slowness.ts'

// All statements that write `run_images`.

/**
 * Inserts one row per image into the outbox: due at once, or settled if its URL is refused. The product's row must
 * exist.
 */
export async function insertRunImages(
  transaction: Knex.Transaction,
  key: RunKey,
  images: readonly Judged<{ imageId: string; productId: string; url: string }>[],
  now: Date,
): Promise<void> {
  for (const [refusal, group] of Map.groupBy(images, (image) => image.refusal)) {
    const { outcome, reason, message, attempts, requestAt, settledAt } = stateOf(refusal, now)
    const productIds = group.map((image) => image.productId)
    await change(transaction)`
      insert into run_images (
        storefront_id, run_id, image_id, product_handle, url, outcome, reason, message, attempts, request_at,
        settled_at
      )
      select ${key.storefrontId}, ${key.runId}, i.image_id, p.handle, i.url, ${outcome}, ${reason}, ${message},
        ${attempts}, ${requestAt}, ${settledAt}
      from unnest(
        ${group.map((image) => image.imageId)}::uuid[],
        ${productIds}::uuid[],
        ${group.map((image) => image.url)}::text[]
      ) as i (image_id, product_id, url)
      left join (
        select product_id, handle from products
        where storefront_id = ${key.storefrontId} and product_id = any(${productIds}::uuid[])
      ) p on p.product_id = i.product_id`
  }
}

/**
 * The state in which an image begins a round of attempts: due, or, if its URL is refused, settled as image-service
 * would settle it after one attempt.
 */
function stateOf(refusal: RefusalDetail | undefined, now: Date) {
  return refusal === undefined
    ? { outcome: 'pending', reason: null, message: null, attempts: 0, requestAt: now, settledAt: null }
    : { outcome: 'rejected', ...refusals[refusal], attempts: 1, requestAt: null, settledAt: now }
}

/**
 * Begins another attempt with one statement; undefined if none can begin now. The image's request may not be marked as
 * stored yet, because the process that published it may have died. A run whose slowness is greater than `maxSlowness`
 * gets no claim.
 */
export async function tryClaim(
  database: Database,
  key: RunImageKey,
  { token, expiresAt, now, maxSlowness }: { token: string; expiresAt: Date; now: Date; maxSlowness: number },
): Promise<{ attempt: number; url: string; slowness: number } | undefined> {
  const [claimed] = await query<{ attempt: number; url: string; slowness: number }>(database)`
    update run_images i set
      attempts = attempts + 1, claim_token = ${token}, claim_expires_at = ${expiresAt}, request_at = null,
      requested_at = coalesce(requested_at, ${now})
    from import_runs r
    where r.storefront_id = i.storefront_id and r.run_id = i.run_id and r.image_slowness <= ${maxSlowness}
      and i.storefront_id = ${key.storefrontId} and i.run_id = ${key.runId} and i.image_id = ${key.imageId}
      and i.outcome = 'pending' and i.attempts < ${maxAttempts}
      -- While its storefront is being moved.
      and i.request_at is distinct from 'infinity'
      and (i.claim_expires_at is null or i.claim_expires_at <= ${now})
      -- A token begins one attempt: a repeat may arrive after the answer to the first one, and its settlement.
      and i.claim_token is distinct from ${token}::uuid
      -- A repeated message in the pause between two attempts: the request that follows the pause is the one to take.
      and (i.attempts = 0 or i.request_at is null or i.request_at <= ${now})
    returning i.attempts as attempt, i.url, r.image_slowness as slowness`
  return claimed
}

/** Extends the newest claim until `expiresAt`. The image's lock must be held. */
export async function renewClaim(
  transaction: Knex.Transaction,
  key: RunImageKey,
  expiresAt: Date,
): Promise<void> {
  await change(transaction)`
    update run_images set claim_expires_at = ${expiresAt}, request_at = null
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}`
}

/**
 * Makes the image due again at `requestAt`, with `attempts` as its number of attempts. The image's lock must be held.
 */
export async function putBack(
  transaction: Knex.Transaction,
  key: RunImageKey,
  { requestAt, attempts }: { requestAt: Date; attempts: number },
): Promise<void> {
  await change(transaction)`
    update run_images set
      claim_expires_at = null, request_at = ${requestAt}, requests = requests + 1, attempts = ${attempts}
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}`
}

/**
 * Begins a new round of attempts for these images; the round of a refused URL ends at once. The run's lock must be
 * held.
 */
export async function reopenImages(
  transaction: Knex.Transaction,
  key: RunKey,
  images: readonly Judged<ImageToRetry>[],
  now: Date,
): Promise<void> {
  for (const [refusal, group] of Map.groupBy(images, (image) => image.refusal)) {
    const { outcome, reason, message, attempts, requestAt, settledAt } = stateOf(refusal, now)
    await change(transaction)`
      update run_images set
        outcome = ${outcome}, reason = ${reason}, message = ${message},
        settled_at = ${settledAt}, attempts = ${attempts}, claim_token = null, claim_expires_at = null,
        request_at = ${requestAt}, requests = requests + 1
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}
        and image_id = any(${group.map((image) => image.imageId)}::uuid[])`
  }
}

/**
 * Ends all claims on the storefront's pending images and prevents new requests and claims; settlements of earlier
 * claims are stale. The outbox lock must be held, because the dispatcher locks the rows in another order. Returns the
 * number of images.
 */
export async function holdImages(transaction: Knex.Transaction, storefrontId: string): Promise<number> {
  return await change(transaction)`
    update run_images set
      request_at = 'infinity', requests = requests + 1, attempts = attempts - (claim_expires_at is not null)::integer,
      claim_token = null, claim_expires_at = null
    where storefront_id = ${storefrontId} and outcome = 'pending' and request_at is distinct from 'infinity'`
}

/** Makes the storefront's held images due again, with a new request number. */
export async function releaseImages(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<number> {
  return await change(transaction)`
    update run_images set request_at = ${now}, requests = requests + 1
    where storefront_id = ${storefrontId} and outcome = 'pending' and request_at = 'infinity'`
}

export interface Settlement {
  outcome: Exclude<Outcome, 'pending'>
  reason: Reason | null
  message: string | null
  renditions: RenditionName[]
  sizes?: ImageSettlement['sizes']
  /** The token of the claim that this settles; null if it settles no claim. */
  token: string | null
}

/**
 * Records the outcome of a pending image and counts it in its run; the last outcome completes the run. One statement,
 * so that its locks are held only briefly. Returns the run; undefined, and changes nothing, if the image is not pending
 * or, unless the token is null, if that claim is not the newest one or is already settled.
 */
export async function recordOutcome(
  database: Database,
  key: RunImageKey,
  { outcome, reason, message, renditions, sizes = {}, token }: Settlement,
  now: Date,
): Promise<StoredRun | undefined> {
  const [row] = await query<StoredRun>(database)`
    -- The run first, then its image: every transaction that locks both does it in this order.
    with run as (
      select run_id from import_runs
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}
      for update
    ),
    settled as (
      update run_images i set
        outcome = ${outcome}, reason = ${reason}, message = ${message},
        -- An image that could not be fetched again keeps the picture that it has.
        renditions = case when ${outcome === 'fetched'} then ${renditions}::text[] else i.renditions end,
        sizes = case when ${outcome === 'fetched'} then ${JSON.stringify(sizes)}::jsonb else i.sizes end,
        settled_at = ${now}, request_at = null, claim_token = ${token}::uuid, claim_expires_at = null
      from run join run_images before on before.storefront_id = ${key.storefrontId} and before.run_id = run.run_id
      where i.storefront_id = ${key.storefrontId} and i.run_id = run.run_id and i.image_id = ${key.imageId}
        and before.image_id = i.image_id
        and i.outcome = 'pending'
        and (${token}::uuid is null or i.claim_token = ${token}::uuid and i.claim_expires_at is not null)
      returning i.run_id as settled_run_id, before.claim_expires_at - ${claimLifetime}::interval as claimed_at,
        extract(epoch from ${now}::timestamptz - before.claim_expires_at + ${claimLifetime}::interval) * 1000 as used_ms
    )
    update import_runs r set
      images_fetched = images_fetched + ${outcome === 'fetched' ? 1 : 0},
      images_rejected = images_rejected + ${outcome === 'rejected' ? 1 : 0},
      images_failed = images_failed + ${outcome === 'failed' ? 1 : 0},
      images_moved = true,
      image_worker_ms = coalesce(used_ms, 0) + image_worker_ms
        * power(0.5, least(coalesce(extract(epoch from ${now}::timestamptz - image_worker_at) / 10, 0), 60)::float8),
      image_worker_at = ${now},
      image_usual_ms = coalesce((3 * image_usual_ms + used_ms) / 4, used_ms, image_usual_ms),
      -- An attempt that ended without being found slow, and began after the last that was.
      image_slowness = case
        when ${token}::uuid is not null and (image_slowed_at is null or image_slowed_at < claimed_at) then ${quick}
        else image_slowness end,
      status = case when images_fetched + images_rejected + images_failed + 1 < images_total
        then 'fetching_images' else 'completed' end,
      completed_at = case when images_fetched + images_rejected + images_failed + 1 < images_total
        then null else ${now}::timestamptz end,
      completion_unreported = images_fetched + images_rejected + images_failed + 1 >= images_total
    from settled
    where r.storefront_id = ${key.storefrontId} and r.run_id = settled_run_id
    returning ${runColumns}`
  return row
}

const claimLifetime = `${claimLifetimeMs} milliseconds`

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
    count += await change(database)`
      update run_images i set request_at = coalesce(i.requested_at, ${now})
      from unnest(${runIds}::uuid[], ${imageIds}::uuid[]) as t (run_id, image_id)
      where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id
        and i.outcome = 'pending' and i.request_at is null`
  }
  return count
}

/** A row of `run_images` whose request is due. */
export interface DueImage {
  storefront_id: string
  run_id: string
  image_id: string
  url: string
  requests: number
  /** The trace of the run's confirm. */
  traceparent: string | null
}

/**
 * Records that the images' requests are stored in the queue. Keeps what a worker has done with an image meanwhile: its
 * claim, or the pause before the next attempt.
 */
export async function markRequested(
  transaction: Knex.Transaction,
  images: readonly DueImage[],
  now: Date,
): Promise<void> {
  for (const { storefrontId, runIds, imageIds, of } of byStorefront(images)) {
    await change(transaction)`
      update run_images i set
        request_at = case when i.requests = t.requests then null else i.request_at end,
        requested_at = case
          when i.requests = t.requests and i.request_at is not null then ${now} else i.requested_at
        end,
        requests = i.requests + 1
      from unnest(${runIds}::uuid[], ${imageIds}::uuid[], ${of.map((image) => image.requests)}::integer[])
        as t (run_id, image_id, requests)
      where i.storefront_id = ${storefrontId} and i.run_id = t.run_id and i.image_id = t.image_id`
  }
}

export type RequestedImage = Pick<DueImage, 'storefront_id' | 'run_id' | 'image_id'>

/**
 * Groups the images so that each statement is for one storefront: on a distributed database, no statement may lock rows
 * of several (design.md §11).
 */
function* byStorefront<Image extends RequestedImage>(
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

/**
 * Deletes up to `limit` of the run's settled images. Returns how many. The last outcome of each image stays, and the last
 * one with a picture: the catalog has them as long as the image (and a new image replaces one that was never fetched,
 * RB-3).
 */
export async function deleteSettledImages(database: Database, key: RunKey, limit: number): Promise<number> {
  return await change(database)`
    delete from run_images
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id in (
      select image_id from run_images i
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and outcome <> 'pending'
        and exists (
          select from run_images newer
          where newer.storefront_id = ${key.storefrontId} and newer.image_id = i.image_id
            and newer.run_id > i.run_id and (i.renditions = '{}' or newer.renditions <> '{}')
        )
      order by image_id
      limit ${limit}
    )`
}

/** Deletes what earlier runs without details have kept of these images, which are fetched again, except their pictures. */
export async function deleteKeptOutcomes(
  transaction: Knex.Transaction,
  storefrontId: string,
  imageIds: string[],
): Promise<void> {
  if (imageIds.length === 0) return
  await change(transaction)`
    delete from run_images i using import_runs r
    where i.storefront_id = ${storefrontId} and i.image_id = any(${imageIds}::uuid[])
      and r.storefront_id = ${storefrontId} and r.run_id = i.run_id and r.is_let_go
      and (i.renditions = '{}' or exists (
        select from run_images newer
        where newer.storefront_id = ${storefrontId} and newer.image_id = i.image_id and newer.run_id > i.run_id
          and newer.renditions <> '{}'
      ))`
}
