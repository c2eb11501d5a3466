import { claimLifetimeMs } from '@catalog/contracts'
import type { Outcome, Reason, RenditionName } from '@catalog/contracts'
import { query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { quick } from '../runs/slowness.ts'
import type { RunImageKey } from '../runs/run-images.sql.ts'
import { toRun } from '../runs/runs.sql.ts'
import type { RunColumns, StoredRun } from '../runs/runs.sql.ts'

export interface Settlement {
  outcome: Exclude<Outcome, 'pending'>
  reason: Reason | null
  message: string | null
  renditions: RenditionName[]
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
  { outcome, reason, message, renditions, token }: Settlement,
  now: Date,
): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns>(
    database,
    sql`
      -- The run first, then its image: every transaction that locks both does it in this order.
      with run as (
        select run_id from import_runs
        where storefront_id = ${key.storefrontId} and run_id = ${key.runId}
        for update
      ),
      settled as (
        update run_images i set
          outcome = ${outcome}, reason = ${reason}, message = ${message}, renditions = ${renditions},
          settled_at = ${now}, request_at = null, claim_token = ${token}::uuid, claim_expires_at = null
        from run join run_images before on before.storefront_id = ${key.storefrontId} and before.run_id = run.run_id
        where i.storefront_id = ${key.storefrontId} and i.run_id = run.run_id and i.image_id = ${key.imageId}
          and before.image_id = i.image_id
          and i.outcome = 'pending'
          and (${token}::uuid is null or i.claim_token = ${token}::uuid and i.claim_expires_at is not null)
        returning i.run_id, before.claim_expires_at - ${claimLifetime}::interval as claimed_at,
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
      where r.storefront_id = ${key.storefrontId} and r.run_id = settled.run_id
      returning r.*`,
  )
  return row && toRun(row)
}

const claimLifetime = `${claimLifetimeMs} milliseconds`
