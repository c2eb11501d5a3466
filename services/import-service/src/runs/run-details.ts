import { ServiceError } from '@catalog/contracts'
import type { Database } from '../postgres/database.ts'
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

export function runNotFound(): ServiceError {
  return new ServiceError('run_not_found', 'There is no such import run.')
}

export function runDetailsExpired(): ServiceError {
  return new ServiceError(
    'run_details_expired',
    'The rows of this import are no longer kept, so they can neither be shown nor undone. Its counts stay in the history.',
  )
}
