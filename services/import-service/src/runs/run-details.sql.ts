import type { Knex } from 'knex'
import { change, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import type { RunKey } from './runs.sql.ts'
import { markDetailsDeleted } from './write-runs.sql.ts'
import { deleteRows } from '../drafts/write-drafts.sql.ts'

/** Stores the draft's plan and its rejected rows with the run; call before the draft's head is deleted. */
export async function keepDetails(
  transaction: Knex.Transaction,
  { storefrontId, runId, draftId }: RunKey & { draftId: string },
): Promise<void> {
  await change(transaction)`
    insert into import_run_details (storefront_id, run_id, plan, errors_csv)
    select storefront_id, ${runId}::uuid, plan, errors_csv
    from import_drafts
    where storefront_id = ${storefrontId} and draft_id = ${draftId}`
}

/** A run whose rows and images are to be deleted. */
export interface AgedRun extends RunKey {
  draftId: string
}

/** The storefront's oldest completed run that was confirmed before `before` and still has its details. */
export async function findAgedRun(
  database: Database,
  storefrontId: string,
  before: Date,
): Promise<AgedRun | undefined> {
  const [run] = await query<AgedRun>(database)`
    select storefront_id as "storefrontId", run_id as "runId", draft_id as "draftId"
    from import_runs
    where storefront_id = ${storefrontId} and not is_let_go and status = 'completed' and created_at <= ${before}
      and run_id <= ${lastIdOf(before)}
    order by run_id
    limit 1`
  return run
}

/** The greatest UUIDv7 of this millisecond. */
function lastIdOf(time: Date): string {
  const milliseconds = time.getTime().toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7fff-bfff-ffffffffffff`
}

/** Deletes the rest of the run's details, unless its images are being fetched again. */
export async function deleteDetails(
  transaction: Knex.Transaction,
  { storefrontId, runId, draftId }: AgedRun,
): Promise<void> {
  if (!(await markDetailsDeleted(transaction, { storefrontId, runId }))) return
  await change(transaction)`
    delete from import_run_details where storefront_id = ${storefrontId} and run_id = ${runId}`
  await deleteRows(transaction, { storefrontId, draftId })
}

/** The run's plan, compressed; undefined if there is none or it has been deleted. */
export async function readRunPlan(database: Database, key: RunKey): Promise<Buffer | undefined> {
  const [row] = await query<{ plan: Buffer }>(database)`
    select plan from import_run_details
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`
  return row?.plan
}

/** The run's rejected rows as CSV, compressed; undefined if there are none or they have been deleted. */
export async function readRunErrors(database: Database, key: RunKey): Promise<Buffer | undefined> {
  const [row] = await query<{ errors_csv: Buffer }>(database)`
    select errors_csv from import_run_details
    where storefront_id = ${key.storefrontId} and run_id = ${key.runId}`
  return row?.errors_csv
}
