import type { Knex } from 'knex'
import { refusals } from '@catalog/address-guard'
import type { RefusalDetail } from '@catalog/address-guard'
import { maxAttempts } from '@catalog/contracts'
import type { ImageOutcome, Outcome } from '@catalog/contracts'
import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { Judged } from './refused-images.ts'
import type { RunKey } from './runs.sql.ts'

/** Names one image of one run. */
export interface RunImageKey extends RunKey {
  imageId: string
}

/** The columns of `run_images` that claims and settlements change. */
export interface RunImageState {
  url: string
  outcome: Outcome
  attempts: number
  claimToken: string | null
  claimExpiresAt: Date | null
  /** Null while it is requested; `Infinity` while its storefront is being moved. */
  requestAt: Date | number | null
}

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
    await change(
      transaction,
      sql`
        insert into run_images (
          storefront_id, run_id, image_id, product_handle, url, outcome, reason, message, attempts, request_at,
          settled_at
        )
        select ${key.storefrontId}, ${key.runId}, i.image_id, p.handle, i.url, ${outcome}, ${reason}, ${message},
          ${attempts}, ${requestAt}, ${settledAt}
        from unnest(
          ${group.map((image) => image.imageId)}::uuid[],
          ${group.map((image) => image.productId)}::uuid[],
          ${group.map((image) => image.url)}::text[]
        ) as i (image_id, product_id, url)
        left join products p on p.storefront_id = ${key.storefrontId} and p.product_id = i.product_id`,
    )
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

export async function lockRunImage(
  transaction: Knex.Transaction,
  key: RunImageKey,
): Promise<RunImageState | undefined> {
  const [row] = await query<StateColumns>(
    transaction,
    sql`
      select url, outcome, attempts, claim_token, claim_expires_at, request_at
      from run_images
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}
      for update`,
  )
  return (
    row && {
      url: row.url,
      outcome: row.outcome,
      attempts: row.attempts,
      claimToken: row.claim_token,
      claimExpiresAt: row.claim_expires_at,
      requestAt: row.request_at,
    }
  )
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
  const [claimed] = await query<{ attempt: number; url: string; slowness: number }>(
    database,
    sql`
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
      returning i.attempts as attempt, i.url, r.image_slowness as slowness`,
  )
  return claimed
}

/** Extends the newest claim until `expiresAt`. The image's lock must be held. */
export async function renewClaim(
  transaction: Knex.Transaction,
  key: RunImageKey,
  expiresAt: Date,
): Promise<void> {
  await change(
    transaction,
    sql`
      update run_images set claim_expires_at = ${expiresAt}, request_at = null
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}`,
  )
}

/**
 * Makes the image due again at `requestAt`, with `attempts` as its number of attempts. The image's lock must be held.
 */
export async function putBack(
  transaction: Knex.Transaction,
  key: RunImageKey,
  { requestAt, attempts }: { requestAt: Date; attempts: number },
): Promise<void> {
  await change(
    transaction,
    sql`
      update run_images set
        claim_expires_at = null, request_at = ${requestAt}, requests = requests + 1, attempts = ${attempts}
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}`,
  )
}

export interface ImageToRetry {
  imageId: string
  url: string
  outcome: 'rejected' | 'failed'
}

/** The run's rejected and failed images, except those whose URL has changed since. */
export async function findImagesToRetry(transaction: Knex.Transaction, key: RunKey): Promise<ImageToRetry[]> {
  const broken = await query<ImageToRetry>(
    transaction,
    sql`
      select image_id as "imageId", url, outcome from run_images
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and outcome in ('rejected', 'failed')`,
  )
  // Not a join: for a new storefront the planner expects one image, and then reads all images once per row.
  const current = await query<{ imageId: string; url: string }>(
    transaction,
    sql`
      select image_id as "imageId", url from product_images
      where storefront_id = ${key.storefrontId} and image_id = any(${broken.map((image) => image.imageId)}::uuid[])`,
  )
  const urls = new Map(current.map(({ imageId, url }) => [imageId, url]))
  return broken.filter((image) => urls.get(image.imageId) === image.url)
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
    await change(
      transaction,
      sql`
        update run_images set
          outcome = ${outcome}, reason = ${reason}, message = ${message}, renditions = '{}',
          settled_at = ${settledAt}, attempts = ${attempts}, claim_token = null, claim_expires_at = null,
          request_at = ${requestAt}, requests = requests + 1
        where storefront_id = ${key.storefrontId} and run_id = ${key.runId}
          and image_id = any(${group.map((image) => image.imageId)}::uuid[])`,
    )
  }
}

/**
 * The images after the image `after`, ordered by id; with any outcome if `outcome` is null. None of a run without
 * details.
 */
export async function listRunImages(
  database: Database,
  key: RunKey,
  { outcome, after, limit }: { outcome: Outcome | null; after: string | null; limit: number },
): Promise<ImageOutcome[]> {
  const rows = await query<ImageOutcome>(
    database,
    sql`
      select image_id, product_handle, url, outcome, reason, message, attempts, renditions
      from run_images
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}
        and image_id > coalesce(${after}::uuid, ${leastId}::uuid)
        and (${outcome}::text is null or outcome = ${outcome})
        and exists (
          select from import_runs
          where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and not is_let_go
        )
      order by image_id
      limit ${limit}`,
  )
  return rows
}

const leastId = '00000000-0000-0000-0000-000000000000'

interface StateColumns {
  url: string
  outcome: Outcome
  attempts: number
  claim_token: string | null
  claim_expires_at: Date | null
  request_at: Date | number | null
}
