import type { Knex } from 'knex'
import { change, query, queryOne, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { toRun } from './runs.sql.ts'
import type { RunColumns, RunKey, StoredRun } from './runs.sql.ts'

// The image phases of all storefronts: which are under way, and which of the replicas reports one.

/** Those of these runs, of any storefronts, that are in their image phase. */
export async function findFetchingRuns(database: Database, keys: readonly RunKey[]): Promise<StoredRun[]> {
  if (keys.length === 0) return []
  const rows = await query<RunColumns>(
    database,
    sql`
      select * from import_runs
      where storefront_id = any(${keys.map((key) => key.storefrontId)}::text[])
        and run_id = any(${keys.map((key) => key.runId)}::uuid[]) and status = 'fetching_images'`,
  )
  return rows.map(toRun)
}

/** Everyone's runs whose image phase began first, at `startedAt` or before. */
export async function findOldestFetchingRuns(
  database: Database,
  { startedAt, limit }: { startedAt: Date; limit: number },
): Promise<StoredRun[]> {
  const rows = await query<RunColumns>(
    database,
    sql`
      select * from import_runs
      where status = 'fetching_images' and image_phase_started_at <= ${startedAt}
      order by image_phase_started_at
      limit ${limit}`,
  )
  return rows.map(toRun)
}

/** Those of the storefront's runs that this process may report as recovered now: nobody has since `lastBefore`. */
export async function takeRecoveryReports(
  database: Database,
  { storefrontId, runIds }: { storefrontId: string; runIds: string[] },
  { now, lastBefore }: { now: Date; lastBefore: Date },
): Promise<StoredRun[]> {
  const rows = await query<RunColumns>(
    database,
    sql`
      update import_runs set recovery_reported_at = ${now}
      where storefront_id = ${storefrontId} and run_id = any(${runIds}::uuid[]) and status = 'fetching_images'
        and (recovery_reported_at is null or recovery_reported_at <= ${lastBefore})
      returning *`,
  )
  return rows.map(toRun)
}

/** Everyone's runs that were complete before then and whose completion is still to be reported. */
export async function findUnreportedRuns(database: Database, before: Date): Promise<RunKey[]> {
  return await query<RunKey>(
    database,
    sql`
      select storefront_id as "storefrontId", run_id as "runId" from import_runs
      where completion_unreported and status = 'completed' and completed_at <= ${before}
      order by completed_at`,
  )
}

/** Locks the run for the caller to report its completion; undefined where another process does, or has done so. */
export async function lockUnreportedRun(
  transaction: Knex.Transaction,
  { storefrontId, runId }: RunKey,
): Promise<StoredRun | undefined> {
  const [row] = await query<RunColumns>(
    transaction,
    sql`
      select * from import_runs
      where storefront_id = ${storefrontId} and run_id = ${runId} and completion_unreported and status = 'completed'
      for update skip locked`,
  )
  return row && toRun(row)
}

/** The completion is reported; not that of a later image phase. */
export async function markCompletionReported(
  database: Database,
  { storefrontId, runId, completedAt }: Pick<StoredRun, 'completedAt' | keyof RunKey>,
): Promise<void> {
  await change(
    database,
    sql`
      update import_runs set completion_unreported = false
      where storefront_id = ${storefrontId} and run_id = ${runId} and completed_at = ${completedAt}
        and completion_unreported`,
  )
}

export interface OverdueTimes {
  /** Runs are overdue whose image phase began before this. */
  startedBefore: Date
  /** A run is not reported again that has been reported after this. */
  lastBefore: Date
}

/** Everyone's overdue runs that are to be reported, by storefront. */
export async function findOverdueRuns(
  database: Database,
  { startedBefore, lastBefore }: OverdueTimes,
): Promise<{ storefrontId: string; runIds: string[] }[]> {
  return await query<{ storefrontId: string; runIds: string[] }>(
    database,
    sql`
      select storefront_id as "storefrontId", array_agg(run_id) as "runIds"
      from import_runs
      where status = 'fetching_images' and image_phase_started_at < ${startedBefore}
        and (overdue_reported_at is null or overdue_reported_at <= ${lastBefore})
      group by storefront_id`,
  )
}

/** Those of the storefront's runs that this replica may report as overdue now. */
export async function takeOverdueReports(
  database: Database,
  { storefrontId, runIds }: { storefrontId: string; runIds: string[] },
  { now, startedBefore, lastBefore }: OverdueTimes & { now: Date },
): Promise<{ runId: string; imagePhaseStartedAt: Date }[]> {
  return await query<{ runId: string; imagePhaseStartedAt: Date }>(
    database,
    sql`
      update import_runs set overdue_reported_at = ${now}
      where storefront_id = ${storefrontId} and run_id = any(${runIds}::uuid[]) and status = 'fetching_images'
        and image_phase_started_at < ${startedBefore}
        and (overdue_reported_at is null or overdue_reported_at <= ${lastBefore})
      returning run_id as "runId", image_phase_started_at as "imagePhaseStartedAt"`,
  )
}

/** Seconds since the oldest running image phase began, 0 where there is none. */
export async function findOldestImagePhase(database: Database, now: Date): Promise<number> {
  const { seconds } = await queryOne<{ seconds: number | null }>(
    database,
    sql`
      select extract(epoch from ${now}::timestamptz - min(image_phase_started_at))::float8 as seconds
      from import_runs
      where status = 'fetching_images'`,
  )
  return seconds ?? 0
}
