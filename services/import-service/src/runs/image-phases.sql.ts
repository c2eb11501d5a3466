import type { Knex } from 'knex'
import { query, queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { runColumns } from './runs.sql.ts'
import type { RunKey, StoredRun } from './runs.sql.ts'

// The image phases of all storefronts: which ones are running, and which replica reports one.

/**
 * Yields the runs of all storefronts that are in an image phase which began at `startedAt` or earlier and that are not
 * reported as recovered since `lastBefore`, oldest first, in pages.
 */
export async function* findFetchingRuns(
  database: Database,
  { startedAt, lastBefore }: { startedAt: Date; lastBefore: Date },
): AsyncGenerator<RunKey[]> {
  const limit = 100
  let after: PhaseKey = {
    began: '-infinity',
    storefrontId: '',
    runId: '00000000-0000-0000-0000-000000000000',
  }
  for (;;) {
    const page = await query<PhaseKey>(database)`
      select storefront_id as "storefrontId", run_id as "runId", image_phase_started_at::text as began
      from import_runs
      where status = 'fetching_images' and image_phase_started_at <= ${startedAt}
        and (recovery_reported_at is null or recovery_reported_at <= ${lastBefore})
        and (image_phase_started_at, storefront_id, run_id)
          > (${after.began}::timestamptz, ${after.storefrontId}, ${after.runId}::uuid)
      order by image_phase_started_at, storefront_id, run_id
      limit ${limit}`
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    after = last
  }
}

interface PhaseKey extends RunKey {
  /** As text: a `Date` has only milliseconds. */
  began: string
}

/** The runs of all storefronts that were applied or completed before `before`, which is not reported yet. */
export async function findUnreportedRuns(database: Database, before: Date): Promise<RunKey[]> {
  return await query<RunKey>(database)`
    select storefront_id as "storefrontId", run_id as "runId" from import_runs
    where apply_unreported and created_at <= ${before}
      or completion_unreported and status = 'completed' and completed_at <= ${before}
    order by created_at`
}

/**
 * Locks the run so that the caller can report its apply or its completion; undefined if another process is reporting it
 * or has reported it.
 */
export async function lockUnreportedRun(
  transaction: Knex.Transaction,
  { storefrontId, runId }: RunKey,
): Promise<StoredRun | undefined> {
  const [row] = await query<StoredRun>(transaction)`
    select ${runColumns} from import_runs
    where storefront_id = ${storefrontId} and run_id = ${runId}
      and (apply_unreported or completion_unreported and status = 'completed')
    for update skip locked`
  return row
}

export interface OverdueTimes {
  /** A run is overdue if its image phase began before this time. */
  startedBefore: Date
  /** A run that was reported after this time is not reported again. */
  lastBefore: Date
}

/** The overdue runs of all storefronts that must be reported, grouped by storefront. */
export async function findOverdueRuns(
  database: Database,
  { startedBefore, lastBefore }: OverdueTimes,
): Promise<{ storefrontId: string; runIds: string[] }[]> {
  return await query<{ storefrontId: string; runIds: string[] }>(database)`
    select storefront_id as "storefrontId", array_agg(run_id) as "runIds"
    from import_runs
    where status = 'fetching_images' and image_phase_started_at < ${startedBefore}
      and (overdue_reported_at is null or overdue_reported_at <= ${lastBefore})
    group by storefront_id`
}

/** Age of the oldest running image phase in seconds; 0 if there is none. */
export async function findOldestImagePhase(database: Database, now: Date): Promise<number> {
  const { seconds } = await queryOne<{ seconds: number | null }>(database)`
    select extract(epoch from ${now}::timestamptz - min(image_phase_started_at))::float8 as seconds
    from import_runs
    where status = 'fetching_images'`
  return seconds ?? 0
}
