import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { runNotFound } from './run-details.ts'
import { showRun } from './run-view.ts'
import { findRun } from './runs.sql.ts'

/** @throws ServiceError run_not_found */
export async function getRun(
  context: Context,
  input: { storefront_id: string; run_id: string },
): Promise<Run> {
  const run = await findRun(context.database, { storefrontId: input.storefront_id, runId: input.run_id })
  if (run === undefined) throw runNotFound()
  return await showRun(context, run)
}
