import type { Knex } from 'knex'
import type { Outcome, ImageOutcome } from '@catalog/contracts'
import type { RunKey } from './runs.sql.ts'
import { query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

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

export async function lockRunImage(
  transaction: Knex.Transaction,
  key: RunImageKey,
): Promise<RunImageState | undefined> {
  const [row] = await query<StateColumns>(transaction)`
    select url, outcome, attempts, claim_token, claim_expires_at, request_at
    from run_images
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id = ${key.imageId}
    for update`
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

export interface ImageToRetry {
  imageId: string
  url: string
  outcome: Exclude<Outcome, 'pending'>
}

/** The run's rejected and failed images, with `all` also its fetched ones, except those whose URL has changed since. */
export async function findImagesToRetry(
  transaction: Knex.Transaction,
  key: RunKey,
  all: boolean,
): Promise<ImageToRetry[]> {
  const broken = await query<ImageToRetry>(transaction)`
    select image_id as "imageId", url, outcome from run_images
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and outcome <> 'pending'
      and (${all} or outcome <> 'fetched')`
  // Not a join: for a new storefront the planner expects one image, and then reads all images once per row.
  const current = await query<{ imageId: string; url: string }>(transaction)`
    select image_id as "imageId", url from product_images
    where storefront_id = ${key.storefrontId} and image_id = any(${broken.map((image) => image.imageId)}::uuid[])`
  const urls = new Map(current.map(({ imageId, url }) => [imageId, url]))
  return broken.filter((image) => urls.get(image.imageId) === image.url)
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
  const rows = await query<Omit<ImageOutcome, 'product_title'>>(database)`
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
    limit ${limit}`
  // Not a join, as above.
  const products = await query<{ handle: string; title: string }>(database)`
    select handle, title from products
    where storefront_id = ${key.storefrontId} and handle = any(${[...new Set(rows.map((row) => row.product_handle))]}::text[])`
  const titles = new Map(products.map(({ handle, title }) => [handle, title]))
  return rows.map((row) => Object.assign(row, { product_title: titles.get(row.product_handle) ?? null }))
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
