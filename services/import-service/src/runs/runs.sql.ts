import type { Knex } from 'knex'
import { searchKey } from '@catalog/catalog'
import type { Choice, Dialect, Person, RunQuery, RunSummary, Tally } from '@catalog/contracts'
import { queryHere, requireWritable } from '../catalog/storefront-moves.sql.ts'
import type { MoveColumn } from '../catalog/storefront-moves.sql.ts'
import { query, StatementPart } from '../postgres/database.ts'
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

/** The columns of a `StoredRun`, each under its field's name. */
export const runColumns = new StatementPart(`
  storefront_id as "storefrontId", run_id as "runId", draft_id as "draftId", status, added, updated,
  errored, unchanged, choice, edits, tally, catalog_version as "catalogVersion",
  images_total as "imagesTotal", images_fetched as "imagesFetched", images_rejected as "imagesRejected",
  images_failed as "imagesFailed", image_slowness as "imageSlowness", image_slowed_at as "imageSlowedAt",
  duration_ms as "durationMs", created_at as "createdAt", image_phase_started_at as "imagePhaseStartedAt",
  completed_at as "completedAt", completion_unreported as "isCompletionUnreported",
  apply_unreported as "isApplyUnreported", file_name as "fileName", created_by as "createdBy",
  confirmed_by as "confirmedBy", dialect, row_count as "rowCount", undoes, undone_by as "undoneBy",
  is_let_go as "areDetailsDeleted"`)

export async function findRun(database: Database, key: RunKey): Promise<StoredRun | undefined> {
  const [row] = await queryHere<StoredRun>(database, key.storefrontId)`
    select ${runColumns},
      (select state from storefront_moves where storefront_id = ${key.storefrontId}) as move
    from import_runs
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`
  return row
}

/**
 * The run of a draft that may have been confirmed before. If there is one, the storefront is locked against being moved.
 * @throws ServiceError unavailable, if there is one in a storefront that is being moved
 */
export async function findRunOfDraft(
  database: Database,
  { storefrontId, draftId }: { storefrontId: string; draftId: string },
): Promise<StoredRun | undefined> {
  const [row] = await query<StoredRun & MoveColumn>(database)`
    select ${runColumns},
      (select state from storefront_moves where storefront_id = ${storefrontId} for share) as move
    from import_runs
    where storefront_id = ${storefrontId} and draft_id = ${draftId}`
  if (row) requireWritable(row)
  return row
}

/** The run, locked until the transaction ends. Its counts must only be changed with this lock. */
export async function lockRun(transaction: Knex.Transaction, key: RunKey): Promise<StoredRun | undefined> {
  const [row] = await query<StoredRun>(transaction)`
    select ${runColumns} from import_runs where storefront_id = ${key.storefrontId} and run_id = ${key.runId} for update`
  return row
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
  return await queryHere<StoredRun>(database, storefrontId)`
    select ${runColumns},
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
    limit ${limit}`
}

const newestFirst = new StatementPart('desc')
const oldestFirst = new StatementPart('asc')

export const dayMs = 24 * 60 * 60 * 1000

/** Whether the run's rows are stored. */
export function hasDetails({ rowCount, areDetailsDeleted }: StoredRun): boolean {
  return rowCount !== null && !areDetailsDeleted
}
