import { setTimeout as pause } from 'node:timers/promises'
import type { ImagesToRetry, Outcome, Run } from '@catalog/contracts'
import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import type { Context } from '../context.ts'
import { writeCompletion } from '../runs/report-completion.ts'
import { runDetailsExpired, runNotFound } from '../runs/run-details.ts'
import { showRun } from '../runs/run-view.ts'
import { countRefusals, judgeImages, reportRefusals, sumOf } from '../runs/refused-images.ts'
import { findImagesToRetry } from '../runs/run-images.sql.ts'
import { reopenImages } from '../runs/write-run-images.sql.ts'
import { findRun, lockRun } from '../runs/runs.sql.ts'
import { reopenRun } from '../runs/write-runs.sql.ts'
import type { RunKey } from '../runs/runs.sql.ts'

/**
 * Requests the run's rejected and failed images again, each with a new round of attempts; once the run is completed and
 * has none of them, or with `all`, also those that were fetched, whose pictures stay until there are new ones. Images
 * whose URL is refused because of its text are settled again at once.
 * @throws ServiceError run_not_found, run_details_expired, unavailable
 */
export async function retryImages(
  context: Context,
  input: { storefront_id: string; run_id: string; images?: ImagesToRetry | undefined },
): Promise<Run> {
  const { database, events, guard, log, now, wakeDispatcher } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  await waitForMark(context, key)
  const { run, counts, isNewPhase } = await database.transaction(async (transaction) => {
    await requireNotMoving(transaction, key.storefrontId)
    const locked = await lockRun(transaction, key)
    if (locked === undefined) throw runNotFound()
    if (locked.areDetailsDeleted) throw runDetailsExpired()
    const isWhole = locked.imagesRejected + locked.imagesFailed === 0
    const isAll = locked.status === 'completed' && (input.images ?? (isWhole ? 'all' : 'missing')) === 'all'
    const images = await judgeImages(guard, await findImagesToRetry(transaction, key, isAll))
    const refused = countRefusals(images)
    if (images.length === 0) return { run: locked, counts: refused, isNewPhase: false }
    // The process that ended the last phase died before marking its event. From here on, the flag belongs to the new
    // phase.
    if (locked.isCompletionUnreported) {
      writeCompletion(events, locked)
      await events.untilWritten()
    }
    const time = now()
    await reopenImages(transaction, key, images, time)
    const countOf = (of: Outcome) => images.filter(({ outcome }) => outcome === of).length
    const left = {
      fetched: locked.imagesFetched - countOf('fetched'),
      rejected: locked.imagesRejected - countOf('rejected') + sumOf(refused),
      failed: locked.imagesFailed - countOf('failed'),
    }
    const reopened = await reopenRun(transaction, locked, left, time)
    return { run: reopened, counts: refused, isNewPhase: locked.status === 'completed' }
  })
  if (isNewPhase)
    log.info('an image phase begins again', { run_id: key.runId, storefront_id: key.storefrontId })
  reportRefusals(context, run, counts)
  wakeDispatcher()
  return await showRun(context, run)
}

/**
 * Waits for up to two seconds if the last phase has just ended: the process that ended it is about to mark its event
 * as reported (TEL-4).
 */
async function waitForMark({ database, now }: Context, key: RunKey): Promise<void> {
  for (;;) {
    const run = await findRun(database, key)
    if (!run?.completedAt || !run.isCompletionUnreported) return
    if (now().getTime() >= run.completedAt.getTime() + markWaitMs) return
    await pause(markPauseMs)
  }
}

const markWaitMs = 2_000
const markPauseMs = 20
