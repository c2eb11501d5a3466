import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { runNotFound, showRun } from './run-view.ts'
import { findRun } from './runs.sql.ts'

/** @throws ServiceError run_not_found */
export async function getRun(
  { database }: Context,
  input: { storefront_id: string; run_id: string },
): Promise<Run> {
  const run = await findRun(database, { storefrontId: input.storefront_id, runId: input.run_id })
  if (run === undefined) throw runNotFound()
  return await showRun(database, run)
}
