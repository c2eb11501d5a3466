import type { Knex } from 'knex'
import type { Dialect, Person, RunSummary } from '@catalog/contracts'
import { v7 as newId } from 'uuid'
import { greatestId, timeOfId } from '../cursor.ts'
import { unknown } from './slowness.ts'
import { change, query, queryOne, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Names one run. Queries do not find a run of another storefront. */
export interface RunKey {
  storefrontId: string
  runId: string
}

export interface NewRun extends RunKey {
  draftId: string
  fileName: string | null
  createdBy: Person | null
  confirmedBy: Person | null
  dialect: Dialect | null
  /** Null if no rows are stored, because the draft was stored by an earlier release. */
  rowCount: number | null
  undoes: string | null
  added: number
  updated: number
  errored: number
  unchanged: number
  imagesTotal: number
  /** Images that were settled as rejected with the confirm; they are included in `imagesTotal`. */
  imagesRejected: number
  durationMs: number
  createdAt: Date
}

export interface StoredRun extends NewRun {
  status: RunSummary['status']
  imagesFetched: number
  imagesFailed: number
  /** A value of runs/slowness.ts. */
  imageSlowness: number
  /** When `imageSlowness` was last raised. */
  imageSlowedAt: Date | null
  imagePhaseStartedAt: Date | null
  completedAt: Date | null
  /** No process has noted yet that the end of its image phase is reported (TEL-4). */
  isCompletionUnreported: boolean
  /** No process has noted yet that its apply is reported (TEL-2). */
  isApplyUnreported: boolean
  undoneBy: string | null
  /** Its rows and its settled images have been deleted. */
  isLetGo: boolean
}

/**
 * An id above those of the storefront's runs, so that they are listed in the order in which they were committed: the
 * clock of another replica may have been ahead. Requires the storefront's lock.
 */
export async function nextRunId(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<string> {
  const [last] = await query<{ runId: string }>(
    transaction,
    sql`
      select run_id as "runId" from import_runs where storefront_id = ${storefrontId} order by run_id desc limit 1`,
  )
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
  const row = await queryOne<RunColumns>(
    transaction,
    sql`
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
        file_name, file_name_key, created_by, confirmed_by, dialect, row_count, undoes, image_slowness, image_usual_ms
      )
      select
        ${run.storefrontId}, ${run.runId}, ${run.draftId}, ${isComplete ? 'completed' : 'fetching_images'},
        ${run.added}, ${run.updated}, ${run.errored}, ${run.unchanged}, ${run.imagesTotal}, ${run.imagesRejected},
        ${run.durationMs}, ${run.createdAt}, ${hasImages ? run.createdAt : null}, ${isComplete ? run.createdAt : null},
        ${hasImages && isComplete}, true, ${traceparent}, ${run.fileName}, ${run.fileName && searchKey(run.fileName)},
        ${asJson(run.createdBy)}, ${asJson(run.confirmedBy)}, ${run.dialect}, ${run.rowCount}, ${run.undoes},
        coalesce((select least(image_slowness, ${unknown}) from known), ${unknown}),
        (select image_usual_ms from known where ${!isComplete})
      returning *`,
  )
  return toRun(row)
}

export async function findRun(database: Database, key: RunKey): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns>(
    database,
    sql`select * from import_runs where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
  return row && toRun(row)
}

export async function findRunOfDraft(
  database: Database,
  { storefrontId, draftId }: { storefrontId: string; draftId: string },
): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns>(
    database,
    sql`select * from import_runs where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
  return row && toRun(row)
}

/** The run, locked until the transaction ends. Its counts must only be changed with this lock. */
export async function lockRun(transaction: Knex.Transaction, key: RunKey): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns>(
    transaction,
    sql`select * from import_runs where storefront_id = ${key.storefrontId} and run_id = ${key.runId} for update`,
  )
  return row && toRun(row)
}

/** The text as searches compare it: without case and accents, also those of Turkish, whose i has a capital with a dot. */
function searchKey(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
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
  await change(
    transaction,
    sql`
      update import_runs set undone_by = case when run_id = ${undoes} then ${runId}::uuid end
      where storefront_id = ${storefrontId} and (
        run_id = ${undoes} or undone_by = ${undoes} and run_id = (
          select u.undoes from import_runs u where u.storefront_id = ${storefrontId} and u.run_id = ${undoes}
        )
      )`,
  )
}

/**
 * Newest first, older than the run `before`: ids are UUIDv7 and so ordered by time. `namePart`: only runs whose file
 * name contains it.
 */
export async function listRuns(
  database: Database,
  storefrontId: string,
  { before, namePart, limit }: { before: string | null; namePart: string | null; limit: number },
): Promise<StoredRun[]> {
  const rows = await query<RunColumns>(
    database,
    sql`
      select * from import_runs
      where storefront_id = ${storefrontId} and run_id < coalesce(${before}::uuid, ${greatestId}::uuid)
        and (${namePart}::text is null or strpos(file_name_key, ${namePart && searchKey(namePart)}) > 0)
      order by run_id desc
      limit ${limit}`,
  )
  return rows.map(toRun)
}

/**
 * Puts the run back into its image phase with these numbers of rejected and failed images, or completes it at once if
 * no image is left to fetch; the caller must then report that (TEL-4). The run's lock must have been held since `run`
 * was read.
 */
export async function reopenRun(
  transaction: Knex.Transaction,
  run: StoredRun,
  { rejected, failed }: { rejected: number; failed: number },
  now: Date,
): Promise<StoredRun> {
  const isComplete = run.imagesFetched + rejected + failed === run.imagesTotal
  const row = await queryOne<RunColumns>(
    transaction,
    sql`
      update import_runs set
        images_rejected = ${rejected}, images_failed = ${failed}, images_moved = true,
        status = ${isComplete ? 'completed' : 'fetching_images'}, completed_at = ${isComplete ? now : null},
        completion_unreported = ${isComplete},
        image_phase_started_at = case when status = 'completed' then ${now}::timestamptz else image_phase_started_at end
      where storefront_id = ${run.storefrontId} and run_id = ${run.runId}
      returning *`,
  )
  return toRun(row)
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
  await change(
    transaction,
    sql`
      update import_runs set
        image_slowness = ${slowness}, image_slowed_at = coalesce(${slowedAt}, image_slowed_at)
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
}

/** Adds to the time for which the run's images have occupied workers (images/worker-time.ts). */
export async function recordWorkerTime(
  transaction: Knex.Transaction,
  key: RunKey,
  usedMs: number,
  now: Date,
): Promise<void> {
  await change(
    transaction,
    sql`
      update import_runs set
        image_worker_ms = ${usedMs} + image_worker_ms
          * power(0.5, least(coalesce(extract(epoch from ${now}::timestamptz - image_worker_at) / 10, 0), 60)::float8),
        image_worker_at = ${now},
        image_usual_ms = coalesce((3 * image_usual_ms + ${usedMs}) / 4, ${usedMs})
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
}

export const dayMs = 24 * 60 * 60 * 1000

/** Whether the run's rows are stored. */
export function hasDetails({ rowCount, isLetGo }: StoredRun): boolean {
  return rowCount !== null && !isLetGo
}

export interface RunColumns {
  storefront_id: string
  run_id: string
  draft_id: string
  status: RunSummary['status']
  added: number
  updated: number
  errored: number
  unchanged: number
  images_total: number
  images_fetched: number
  images_rejected: number
  images_failed: number
  image_slowness: number
  image_slowed_at: Date | null
  duration_ms: number
  created_at: Date
  image_phase_started_at: Date | null
  completed_at: Date | null
  completion_unreported: boolean
  apply_unreported: boolean
  file_name: string | null
  created_by: Person | null
  confirmed_by: Person | null
  dialect: Dialect | null
  row_count: number | null
  undoes: string | null
  undone_by: string | null
  is_let_go: boolean
}

export function toRun(row: RunColumns): StoredRun {
  return {
    storefrontId: row.storefront_id,
    runId: row.run_id,
    draftId: row.draft_id,
    status: row.status,
    added: row.added,
    updated: row.updated,
    errored: row.errored,
    unchanged: row.unchanged,
    imagesTotal: row.images_total,
    imagesFetched: row.images_fetched,
    imagesRejected: row.images_rejected,
    imagesFailed: row.images_failed,
    imageSlowness: row.image_slowness,
    imageSlowedAt: row.image_slowed_at,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    imagePhaseStartedAt: row.image_phase_started_at,
    completedAt: row.completed_at,
    isCompletionUnreported: row.completion_unreported,
    isApplyUnreported: row.apply_unreported,
    fileName: row.file_name,
    createdBy: row.created_by,
    confirmedBy: row.confirmed_by,
    dialect: row.dialect,
    rowCount: row.row_count,
    undoes: row.undoes,
    undoneBy: row.undone_by,
    isLetGo: row.is_let_go,
  }
}
