import type { Database } from '../postgres/database.ts'
import { runDetailsExpired, runNotFound } from './run-errors.ts'
import { findRun, hasDetails } from './runs.sql.ts'
import type { RunKey, StoredRun } from './runs.sql.ts'

/**
 * The run, if its rows are still stored.
 * @throws ServiceError run_not_found, run_details_expired
 */
export async function findRunWithDetails(database: Database, key: RunKey): Promise<StoredRun> {
  const run = await findRun(database, key)
  if (run === undefined) throw runNotFound()
  if (!hasDetails(run)) throw runDetailsExpired()
  return run
}
