import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { runDetailsExpired, runNotFound } from '../runs/run-errors.ts'
import { showRun } from '../runs/run-view.ts'
import { reopenImages } from '../runs/run-images.sql.ts'
import { lockRun, reopenRun } from '../runs/runs.sql.ts'

/**
 * Requests the run's rejected and failed images again, each with a new round of attempts. Where there are none the run
 * stays as it is.
 * @throws ServiceError run_not_found, run_details_expired
 */
export async function retryImages(
  context: Context,
  input: { storefront_id: string; run_id: string },
): Promise<Run> {
  const { database, now, wakeDispatcher } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const run = await database.transaction(async (transaction) => {
    const locked = await lockRun(transaction, key)
    if (locked === undefined) throw runNotFound()
    if (locked.isLetGo) throw runDetailsExpired()
    const reopened = await reopenImages(transaction, key, now())
    return reopened === 0 ? locked : await reopenRun(transaction, key, now())
  })
  wakeDispatcher()
  return await showRun(context, run)
}
