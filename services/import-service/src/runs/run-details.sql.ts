import type { Knex } from 'knex'
import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { deleteRows } from '../drafts/rows.sql.ts'
import type { RunKey } from './runs.sql.ts'

/** Keeps the draft's plan and its rejected rows with the run; the draft's head must still be there. */
export async function keepDetails(
  transaction: Knex.Transaction,
  { storefrontId, runId, draftId }: RunKey & { draftId: string },
): Promise<void> {
  await change(
    transaction,
    sql`
      insert into import_run_details (storefront_id, run_id, plan, errors_csv)
      select storefront_id, ${runId}::uuid, plan, errors_csv
      from import_drafts
      where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
}

/** A run whose rows and images are to be let go. */
export interface AgedRun extends RunKey {
  draftId: string
}

/** The storefront's oldest such run: completed, and confirmed before `before`. */
export async function findAgedRun(
  database: Database,
  storefrontId: string,
  before: Date,
): Promise<AgedRun | undefined> {
  const [run] = await query<AgedRun>(
    database,
    sql`
      select storefront_id as "storefrontId", run_id as "runId", draft_id as "draftId"
      from import_runs
      where storefront_id = ${storefrontId} and not is_let_go and status = 'completed' and created_at <= ${before}
        and run_id <= ${lastIdOf(before)}
      order by run_id
      limit 1`,
  )
  return run
}

/** Ids begin with their time: no run of a later millisecond has a smaller one. */
function lastIdOf(time: Date): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7fff-bfff-ffffffffffff`
}

/** Deletes as many of the run's settled images as `limit`, and says how many. */
export async function deleteSettledImages(database: Database, key: RunKey, limit: number): Promise<number> {
  return await change(
    database,
    sql`
      delete from run_images
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and image_id in (
        select image_id from run_images
        where storefront_id = ${key.storefrontId} and run_id = ${key.runId} and outcome <> 'pending'
        order by image_id
        limit ${limit}
      )`,
  )
}

/** Deletes what else the run keeps. Nothing where its images are fetched again meanwhile. */
export async function letGo(
  transaction: Knex.Transaction,
  { storefrontId, runId, draftId }: AgedRun,
): Promise<void> {
  const marked = await change(
    transaction,
    sql`
      update import_runs set is_let_go = true
      where storefront_id = ${storefrontId} and run_id = ${runId} and status = 'completed'`,
  )
  if (marked === 0) return
  await change(
    transaction,
    sql`delete from import_run_details where storefront_id = ${storefrontId} and run_id = ${runId}`,
  )
  await deleteRows(transaction, { storefrontId, draftId })
}

/** The run's plan, compressed; undefined where it is not kept (any more). */
export async function readRunPlan(database: Database, key: RunKey): Promise<Buffer | undefined> {
  const [row] = await query<{ plan: Buffer }>(
    database,
    sql`
      select plan from import_run_details
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
  return row?.plan
}

/** The run's rejected rows as CSV, compressed; undefined where they are not kept (any more). */
export async function readRunErrors(database: Database, key: RunKey): Promise<Buffer | undefined> {
  const [row] = await query<{ errors_csv: Buffer }>(
    database,
    sql`
      select errors_csv from import_run_details
      where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`,
  )
  return row?.errors_csv
}
