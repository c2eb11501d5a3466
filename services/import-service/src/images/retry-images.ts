import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { runNotFound, showRun } from '../runs/run-view.ts'
import { reopenImages } from '../runs/run-images.sql.ts'
import { lockRun, reopenRun } from '../runs/runs.sql.ts'

/**
 * Requests the run's rejected and failed images again, each with a new round of attempts. Where there are none the run
 * stays as it is.
 * @throws ServiceError run_not_found
 */
export async function retryImages(
  { database, now, wakeDispatcher }: Context,
  input: { storefront_id: string; run_id: string },
): Promise<Run> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const run = await database.transaction(async (transaction) => {
    const locked = await lockRun(transaction, key)
    if (locked === undefined) throw runNotFound()
    const reopened = await reopenImages(transaction, key, now())
    return reopened === 0 ? locked : await reopenRun(transaction, key, now())
  })
  wakeDispatcher()
  return await showRun(database, run)
}
