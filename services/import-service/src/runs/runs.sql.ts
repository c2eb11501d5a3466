import type { Knex } from 'knex'
import { searchKey } from '@catalog/catalog'
import type { Choice, Dialect, Person, RunQuery, RunSummary, Tally } from '@catalog/contracts'
import { queryHere, requireWritable } from '../catalog/storefront-moves.sql.ts'
import type { MoveColumn } from '../catalog/storefront-moves.sql.ts'
import { query, sql, StatementPart } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { greatestId, idBefore } from '../cursor.ts'

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
  /** Null: all of the file. */
  choice: Choice | null
  edits: number
  /** Its draft's; null in a run of an earlier release. */
  tally: Tally | null
  /** What the catalog's version is since; null in a run of an earlier release. */
  catalogVersion: number | null
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
  /** The end of its image phase is not marked as reported yet (TEL-4). */
  isCompletionUnreported: boolean
  /** Its apply is not marked as reported yet (TEL-2). */
  isApplyUnreported: boolean
  undoneBy: string | null
  /** Its rows and its settled images have been deleted. */
  areDetailsDeleted: boolean
}

export async function findRun(database: Database, key: RunKey): Promise<StoredRun | undefined> {
  const [row] = await queryHere<RunColumns>(
    database,
    key.storefrontId,
    sql`
      select *,
        (select state from storefront_moves where storefront_id = ${key.storefrontId}) as move
      from import_runs
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
  return row && toRun(row)
}

/**
 * The run of a draft that may have been confirmed before. If there is one, the storefront is locked against being moved.
 * @throws ServiceError unavailable, if there is one in a storefront that is being moved
 */
export async function findRunOfDraft(
  database: Database,
  { storefrontId, draftId }: { storefrontId: string; draftId: string },
): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns & MoveColumn>(
    database,
    sql`
      select *,
        (select state from storefront_moves where storefront_id = ${storefrontId} for share) as move
      from import_runs
      where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
  if (row) requireWritable(row)
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

/**
 * By id: ids are UUIDv7, in the order in which the runs were committed. The id of a run has its time, or a later one where
 * the clock of another replica was ahead, by less than a day: runs of other times are not even read.
 */
export async function listRuns(
  database: Database,
  storefrontId: string,
  {
    q,
    status,
    person,
    after,
    order,
    last,
    limit,
    ...times
  }: Omit<RunQuery, 'cursor'> & { last: string | null },
): Promise<StoredRun[]> {
  const isOldestFirst = order === 'oldest'
  const since = times.since === null ? null : new Date(times.since)
  const until = times.until === null ? null : new Date(times.until)
  const rows = await queryHere<RunColumns>(
    database,
    storefrontId,
    sql`
      select *,
        (select state from storefront_moves where storefront_id = ${storefrontId}) as move
      from import_runs r
      where storefront_id = ${storefrontId}
        and run_id > greatest(${after}::uuid, ${isOldestFirst ? last : null}::uuid, ${idBefore(since?.getTime() ?? 0)}::uuid)
        and run_id < least(${isOldestFirst ? null : last}::uuid, ${until ? idBefore(until.getTime() + dayMs) : greatestId}::uuid)
        and (
          ${q}::text is null
          or strpos(file_name_key, ${q && searchKey(q)}) > 0
          or exists (
            select from import_runs undone
            where undone.storefront_id = ${storefrontId} and undone.run_id = r.undoes
              and strpos(undone.file_name_key, ${q && searchKey(q)}) > 0
          )
        )
        and (${status}::text is null or status = ${status})
        and (${person}::text is null or confirmed_by ->> 'sub' = ${person})
        and (${since}::timestamptz is null or created_at >= ${since})
        and (${until}::timestamptz is null or created_at < ${until})
      order by run_id ${isOldestFirst ? oldestFirst : newestFirst}
      limit ${limit}`,
  )
  return rows.map(toRun)
}

const newestFirst = new StatementPart('desc')
const oldestFirst = new StatementPart('asc')

export const dayMs = 24 * 60 * 60 * 1000

/** Whether the run's rows are stored. */
export function hasDetails({ rowCount, areDetailsDeleted }: StoredRun): boolean {
  return rowCount !== null && !areDetailsDeleted
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
  choice: Choice | null
  edits: number
  tally: Tally | null
  catalog_version: number | null
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
    choice: row.choice,
    edits: row.edits,
    tally: row.tally,
    catalogVersion: row.catalog_version,
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
    areDetailsDeleted: row.is_let_go,
  }
}
