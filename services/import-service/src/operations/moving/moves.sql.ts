import type { MoveState, StorefrontMove } from '../../catalog/storefront-moves.sql.ts'
import { change, query, queryOne } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'

/** Records the move. False if the storefront is already being moved. */
export async function beginMove(
  database: Database,
  storefrontId: string,
  { moveId, state, startedAt }: Pick<StorefrontMove, 'moveId' | 'state' | 'startedAt'>,
): Promise<boolean> {
  const begun = await change(database)`
    insert into storefront_moves as m (storefront_id, move_id, state, started_at)
    values (${storefrontId}, ${moveId}, ${state}, ${startedAt})
    on conflict (storefront_id) do update set
      move_id = excluded.move_id, state = excluded.state, started_at = excluded.started_at, shares_objects = null,
      runner = null
    where m.state in ('moved', 'arrived')`
  return begun > 0
}

/**
 * Changes the state; waits for transactions that have it locked. False if it is none of `from` or if `runner` is
 * another one.
 */
export async function changeMove(
  database: Database,
  storefrontId: string,
  {
    moveId,
    from,
    to,
    runner = null,
  }: { moveId: string; from: readonly MoveState[]; to: MoveState; runner?: string | null },
): Promise<boolean> {
  const changed = await change(database)`
    update storefront_moves set state = ${to}
    where storefront_id = ${storefrontId} and move_id = ${moveId} and state = any(${[...from]})
      and (${runner}::uuid is null or runner = ${runner}::uuid)`
  return changed > 0
}

/** From now on only this run of the command can write the storefront's rows at the target. */
export async function takeOver(
  database: Database,
  storefrontId: string,
  { moveId, runner }: { moveId: string; runner: string },
): Promise<void> {
  await change(database)`
    update storefront_moves set runner = ${runner}
    where storefront_id = ${storefrontId} and move_id = ${moveId} and state = 'incoming'`
}

export async function keepSharing(
  database: Database,
  storefrontId: string,
  sharesObjects: boolean,
): Promise<void> {
  await change(database)`
    update storefront_moves set shares_objects = ${sharesObjects} where storefront_id = ${storefrontId}`
}

export async function removeMove(database: Database, storefrontId: string, moveId: string): Promise<void> {
  await change(database)`
    delete from storefront_moves where storefront_id = ${storefrontId} and move_id = ${moveId}`
}

/** The database's time. */
export async function readTime(database: Database): Promise<Date> {
  const { time } = await queryOne<{ time: Date }>(database)`select clock_timestamp() as time`
  return time
}

/** The number of other transactions of this login that began before `time`. */
export async function countOlderTransactions(database: Database, time: Date): Promise<number> {
  const { count } = await queryOne<{ count: number }>(database)({
    text: `
      select count(*) as count from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
        and xact_start <= ?::timestamptz + interval '1 millisecond'`,
    values: [time],
  })
  return count
}

/** Whether the storefront has a completed run (TEL-4) or an apply that is not reported yet. */
export async function hasUnreportedRuns(database: Database, storefrontId: string): Promise<boolean> {
  const unreported = await query(database)`
    select 1 from import_runs
    where storefront_id = ${storefrontId}
      and (apply_unreported or completion_unreported and status = 'completed')
    union all
    select 1 from import_drafts where storefront_id = ${storefrontId} and applies <> '{}'
    limit 1`
  return unreported.length > 0
}
