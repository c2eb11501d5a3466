import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { runDetailsExpired, runNotFound } from '../runs/run-errors.ts'
import { showRun } from '../runs/run-view.ts'
import { countRefusals, judgeImages, reportRefusals, sumOf } from '../runs/refused-images.ts'
import { findImagesToRetry, reopenImages } from '../runs/run-images.sql.ts'
import { lockRun, reopenRun } from '../runs/runs.sql.ts'

/**
 * Requests the run's rejected and failed images again, each with a new round of attempts; those whose URL is refused by its
 * text are settled again at once. Where there are none the run stays as it is.
 * @throws ServiceError run_not_found, run_details_expired
 */
export async function retryImages(
  context: Context,
  input: { storefront_id: string; run_id: string },
): Promise<Run> {
  const { database, guard, now, wakeDispatcher } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const { run, counts } = await database.transaction(async (transaction) => {
    const locked = await lockRun(transaction, key)
    if (locked === undefined) throw runNotFound()
    if (locked.isLetGo) throw runDetailsExpired()
    const images = await judgeImages(guard, await findImagesToRetry(transaction, key))
    const refused = countRefusals(images)
    if (images.length === 0) return { run: locked, counts: refused }
    const time = now()
    await reopenImages(transaction, key, images, time)
    const rejected = images.filter(({ outcome }) => outcome === 'rejected').length
    const left = {
      rejected: locked.imagesRejected - rejected + sumOf(refused),
      failed: locked.imagesFailed - (images.length - rejected),
    }
    return { run: await reopenRun(transaction, locked, left, time), counts: refused }
  })
  await reportRefusals(context, run, counts)
  wakeDispatcher()
  return await showRun(context, run)
}
