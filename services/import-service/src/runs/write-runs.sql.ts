import { searchKey } from '@catalog/catalog'
import type { Knex } from 'knex'
import { v7 as newId } from 'uuid'
import { timeOfId } from '../cursor.ts'
import { query, queryOne, change } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { unknown } from './slowness.ts'
import { runColumns } from './runs.sql.ts'
import type { NewRun, StoredRun, RunKey } from './runs.sql.ts'
import type { OverdueTimes } from './image-phases.sql.ts'

// All statements that write `import_runs`, except `recordOutcome`, which also writes the image (write-run-images.sql.ts).

/**
 * An id above those of the storefront's runs, so that they are listed in the order in which they were committed: the
 * clock of another replica may have been ahead. Requires the storefront's lock.
 */
export async function nextRunId(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<string> {
  const [last] = await query<{ runId: string }>(transaction)`
    select run_id as "runId" from import_runs where storefront_id = ${storefrontId} order by run_id desc limit 1`
  const lastMs = last === undefined ? 0 : timeOfId(last.runId)
  return newId({ msecs: Math.max(now.getTime(), lastMs + 1) })
}

/**
 * Stores the run of a confirm; the caller must report it (TEL-2). It is complete at once if no image is left to fetch; if
 * it had any images, the caller must then report the end of the image phase (TEL-4). Its images are expected to take as long as those of the last run
 * that had some, among the last ten, and to be quick if they were.
 */
export async function insertRun(
  transaction: Knex.Transaction,
  run: NewRun,
  traceparent: string | null = null,
): Promise<StoredRun> {
  const hasImages = run.imagesTotal > 0
  const isComplete = run.imagesRejected === run.imagesTotal
  return await queryOne<StoredRun>(transaction)`
    with recent as (
      select run_id, image_slowness, image_usual_ms from import_runs
      where storefront_id = ${run.storefrontId} order by run_id desc limit 10
    ), known as (
      select image_slowness, image_usual_ms from recent
      where image_usual_ms is not null order by run_id desc limit 1
    )
    insert into import_runs (
      storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, images_rejected,
      duration_ms, created_at, image_phase_started_at, completed_at, completion_unreported,
      apply_unreported, traceparent,
      file_name, file_name_key, created_by, confirmed_by, dialect, row_count, undoes, image_slowness, image_usual_ms,
      tally, choice, edits, catalog_version
    )
    select
      ${run.storefrontId}, ${run.runId}, ${run.draftId}, ${isComplete ? 'completed' : 'fetching_images'},
      ${run.added}, ${run.updated}, ${run.errored}, ${run.unchanged}, ${run.imagesTotal}, ${run.imagesRejected},
      ${run.durationMs}, ${run.createdAt}, ${hasImages ? run.createdAt : null}, ${isComplete ? run.createdAt : null},
      ${hasImages && isComplete}, true, ${traceparent}, ${run.fileName}, ${run.fileName && searchKey(run.fileName)},
      ${asJson(run.createdBy)}, ${asJson(run.confirmedBy)}, ${run.dialect}, ${run.rowCount}, ${run.undoes},
      coalesce((select least(image_slowness, ${unknown}) from known), ${unknown}),
      (select image_usual_ms from known where ${!isComplete}), ${asJson(run.tally)},
      ${asJson(run.choice)}, ${run.edits}, ${run.catalogVersion}
    returning ${runColumns}`
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value)
}

/**
 * Records that the run undoes the run `undoes`. If that run is itself an undo, the run that it had undone no longer
 * counts as undone.
 */
export async function markUndone(
  transaction: Knex.Transaction,
  { storefrontId, undoes, runId }: RunKey & { undoes: string },
): Promise<void> {
  await change(transaction)`
    update import_runs set undone_by = case when run_id = ${undoes} then ${runId}::uuid end
    where storefront_id = ${storefrontId} and (
      run_id = ${undoes} or undone_by = ${undoes} and run_id = (
        select u.undoes from import_runs u where u.storefront_id = ${storefrontId} and u.run_id = ${undoes}
      )
    )`
}

/**
 * Puts the run back into its image phase with these numbers of settled images, or completes it at once if
 * no image is left to fetch; the caller must then report that (TEL-4). The run's lock must have been held since `run`
 * was read.
 */
export async function reopenRun(
  transaction: Knex.Transaction,
  run: StoredRun,
  { fetched, rejected, failed }: { fetched: number; rejected: number; failed: number },
  now: Date,
): Promise<StoredRun> {
  const isComplete = fetched + rejected + failed === run.imagesTotal
  return await queryOne<StoredRun>(transaction)`
    update import_runs set
      images_fetched = ${fetched}, images_rejected = ${rejected}, images_failed = ${failed}, images_moved = true,
      status = ${isComplete ? 'completed' : 'fetching_images'}, completed_at = ${isComplete ? now : null},
      completion_unreported = ${isComplete},
      image_phase_started_at = case when status = 'completed' then ${now}::timestamptz else image_phase_started_at end
    where storefront_id = ${run.storefrontId} and run_id = ${run.runId}
    returning ${runColumns}`
}

/**
 * Stores the slowness of the run's images. `slowedAt`: when an image kept a worker waiting; null if none did, which
 * leaves the stored time unchanged.
 */
export async function recordSlowness(
  transaction: Knex.Transaction,
  key: RunKey,
  { slowness, slowedAt }: { slowness: number; slowedAt: Date | null },
): Promise<void> {
  await change(transaction)`
    update import_runs set
      image_slowness = ${slowness}, image_slowed_at = coalesce(${slowedAt}, image_slowed_at)
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`
}

/** Adds to the time for which the run's images have occupied workers (images/worker-time.ts). */
export async function recordWorkerTime(
  transaction: Knex.Transaction,
  key: RunKey,
  usedMs: number,
  now: Date,
): Promise<void> {
  await change(transaction)`
    update import_runs set
      image_worker_ms = ${usedMs} + image_worker_ms
        * power(0.5, least(coalesce(extract(epoch from ${now}::timestamptz - image_worker_at) / 10, 0), 60)::float8),
      image_worker_at = ${now},
      image_usual_ms = coalesce((3 * image_usual_ms + ${usedMs}) / 4, ${usedMs})
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`
}

/**
 * Those of the storefront's runs that this process may now report as recovered: none has been reported since
 * `lastBefore`.
 */
export async function takeRecoveryReports(
  database: Database,
  { storefrontId, runIds }: { storefrontId: string; runIds: string[] },
  { now, lastBefore }: { now: Date; lastBefore: Date },
): Promise<StoredRun[]> {
  return await query<StoredRun>(database)`
    update import_runs set recovery_reported_at = ${now}
    where storefront_id = ${storefrontId} and run_id = any(${runIds}::uuid[]) and status = 'fetching_images'
      and (recovery_reported_at is null or recovery_reported_at <= ${lastBefore})
    returning ${runColumns}`
}

/** Records that the run's apply is reported. */
export async function markApplyReported(database: Database, { storefrontId, runId }: RunKey): Promise<void> {
  await change(database)`
    update import_runs set apply_unreported = false
    where storefront_id = ${storefrontId} and run_id = ${runId} and apply_unreported`
}

/** Records that this completion is reported; does not apply to the completion of a later image phase. */
export async function markCompletionReported(
  database: Database,
  { storefrontId, runId, completedAt }: Pick<StoredRun, 'completedAt' | keyof RunKey>,
): Promise<void> {
  await change(database)`
    update import_runs set completion_unreported = false
    where storefront_id = ${storefrontId} and run_id = ${runId} and completed_at = ${completedAt}
      and completion_unreported`
}

/** Those of the storefront's runs that this replica may now report as overdue. */
export async function takeOverdueReports(
  database: Database,
  { storefrontId, runIds }: { storefrontId: string; runIds: string[] },
  { now, startedBefore, lastBefore }: OverdueTimes & { now: Date },
): Promise<{ runId: string; imagePhaseStartedAt: Date }[]> {
  return await query<{ runId: string; imagePhaseStartedAt: Date }>(database)`
    update import_runs set overdue_reported_at = ${now}
    where storefront_id = ${storefrontId} and run_id = any(${runIds}::uuid[]) and status = 'fetching_images'
      and image_phase_started_at < ${startedBefore}
      and (overdue_reported_at is null or overdue_reported_at <= ${lastBefore})
    returning run_id as "runId", image_phase_started_at as "imagePhaseStartedAt"`
}

/** Marks the run's details as deleted, examples in its tally too, unless its images are being fetched again; false if they are. */
export async function markDetailsDeleted(
  transaction: Knex.Transaction,
  { storefrontId, runId }: RunKey,
): Promise<boolean> {
  const marked = await change(transaction)`
    update import_runs set is_let_go = true, tally = jsonb_set(tally, '{causes}', (
      select coalesce(jsonb_agg(cause.value - 'example' order by cause.ordinality), '[]')
      from jsonb_array_elements(tally -> 'causes') with ordinality as cause
    ))
    where storefront_id = ${storefrontId} and run_id = ${runId} and status = 'completed'`
  return marked > 0
}

/**
 * Marks the pending images of the storefront's runs as counted (images/pending-total.sql.ts); returns by how many they
 * are more than before. Skips runs that are locked by another transaction; they are counted next time.
 */
export async function markCounted(transaction: Knex.Transaction, storefrontId: string): Promise<number> {
  const { images } = await queryOne<{ images: number }>(transaction)`
    with uncounted as (
      select run_id, images_counted as before, images_total - images_fetched - images_rejected - images_failed as pending
      from import_runs
      where storefront_id = ${storefrontId}
        and (status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0)
      for update skip locked
    ),
    counted as (
      update import_runs r set images_counted = u.pending, images_moved = false
      from uncounted u
      where r.storefront_id = ${storefrontId} and r.run_id = u.run_id
      returning u.pending - u.before as images
    )
    select coalesce(sum(images), 0)::bigint as images from counted`
  return images
}
