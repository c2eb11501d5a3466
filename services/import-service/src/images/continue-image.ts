import type { ImageLeave } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { mustGiveWay } from './give-way.ts'
import { askAfterMs, claimedAt, slowAfterMs, slowedBy } from '../runs/slowness.ts'
import { lockRunImage } from '../runs/run-images.sql.ts'
import { putBack } from '../runs/write-run-images.sql.ts'
import { lockRun } from '../runs/runs.sql.ts'
import { recordSlowness, recordWorkerTime } from '../runs/write-runs.sql.ts'

/**
 * Answers a worker whose image waits for its host or a decoder: `continue`, with the number of milliseconds after which
 * to ask again, or `yield`. After `yield` the image is due again, behind the other images of its storefront, and the
 * attempt does not count; everything the worker still reports about it is stale. Stores what the wait says about the
 * run's slowness. A worker that gives an image back (`gives_back`) always gets `yield`.
 */
export async function continueImage(
  context: Context,
  input: {
    storefront_id: string
    run_id: string
    image_id: string
    token: string
    waited_ms: number
    gives_back?: boolean | undefined
  },
): Promise<ImageLeave> {
  const { database, metrics, now, wakeDispatcher } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id, imageId: input.image_id }
  const waitedMs = input.waited_ms
  const found = await database.transaction(async (transaction): Promise<'continues' | 'yields' | 'stale'> => {
    // Every transaction that locks both locks the run first, then the image.
    const run = await lockRun(transaction, key)
    if (run === undefined) return 'stale'
    const image = await lockRunImage(transaction, key)
    if (image?.outcome !== 'pending' || image.claimToken !== input.token || image.claimExpiresAt === null) {
      return 'stale'
    }
    const { claimExpiresAt } = image
    const time = now()
    if (input.gives_back === true) {
      await putBack(transaction, key, { requestAt: time, attempts: image.attempts - 1 })
      return 'yields'
    }
    const isKnown = run.imageSlowedAt !== null && run.imageSlowedAt >= claimedAt(claimExpiresAt)
    const slowness = isKnown ? run.imageSlowness : slowedBy(run.imageSlowness, waitedMs)
    // Images claimed before the run was last found slow usually have the same host: together they count as one sign.
    if (waitedMs >= slowAfterMs && !isKnown) {
      await recordSlowness(transaction, key, { slowness, slowedAt: time })
    }
    if (!(await mustGiveWay(transaction, { ...key, claimExpiresAt, waitedMs }, run, time))) return 'continues'
    if (waitedMs < slowAfterMs) await recordSlowness(transaction, key, { slowness, slowedAt: time })
    await recordWorkerTime(transaction, key, time.getTime() - claimedAt(claimExpiresAt).getTime(), time)
    await putBack(transaction, key, { requestAt: time, attempts: image.attempts - 1 })
    return 'yields'
  })
  if (found === 'continues') return { result: 'continue', ask_after_ms: askAfterMs(waitedMs) }
  if (found === 'yields') {
    metrics.imageYields.inc()
    wakeDispatcher()
  }
  return { result: 'yield' }
}
