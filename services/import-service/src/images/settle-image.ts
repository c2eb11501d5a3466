import { maxAttempts } from '@catalog/contracts'
import type { ImageSettlement } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { reportOutcome } from '../runs/report-completion.ts'
import { claimedAt, quick } from '../runs/slowness.ts'
import { lockRunImage } from '../runs/run-images.sql.ts'
import { putBack, recordOutcome } from '../runs/write-run-images.sql.ts'
import type { RunImageKey } from '../runs/run-images.sql.ts'
import { lockRun } from '../runs/runs.sql.ts'
import { recordSlowness, recordWorkerTime } from '../runs/write-runs.sql.ts'
import type { StoredRun } from '../runs/runs.sql.ts'

/**
 * Records the result of an attempt (design.md §4). A settlement whose token is not that of the newest claim changes
 * nothing; a repeated one gets the same answer as the first.
 */
export async function settleImage(
  context: Context,
  input: ImageSettlement,
): Promise<{ result: 'settled' | 'retrying' | 'stale' }> {
  const { database, now } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id, imageId: input.image_id }
  const isFinal = input.outcome !== 'failed'
  const run = isFinal ? await recordOutcome(database, key, input, now()) : undefined
  const answer: Answer =
    run === undefined ? await settleWithLocks(context, key, input) : { result: 'settled', run }
  if (answer.run !== undefined) reportOutcome(context, input.outcome, answer.run)
  else if (answer.result === 'retrying') context.wakeDispatcher()
  return { result: answer.result }
}

interface Answer {
  result: 'settled' | 'retrying' | 'stale'
  /** The run, if this settlement recorded the image's outcome. */
  run?: StoredRun | undefined
}

/** For cases that one statement cannot decide: failed attempts, and late or repeated settlements. */
async function settleWithLocks(
  { database, now, imageRetryPausesMs }: Context,
  key: RunImageKey,
  input: ImageSettlement,
): Promise<Answer> {
  return await database.transaction(async (transaction): Promise<Answer> => {
    // Every transaction that locks both locks the run first, then the image.
    const run = await lockRun(transaction, key)
    if (run === undefined) return { result: 'stale' }
    const image = await lockRunImage(transaction, key)
    if (image === undefined || image.claimToken !== input.token) return { result: 'stale' }
    // A repeated settlement, or the image was put back meanwhile.
    if (image.claimExpiresAt === null) return { result: image.outcome === 'pending' ? 'retrying' : 'settled' }

    if (input.outcome === 'failed' && image.attempts < maxAttempts) {
      const pauseMs = imageRetryPausesMs[image.attempts - 1] ?? 0
      const requestAt = new Date(now().getTime() + pauseMs)
      await putBack(transaction, key, { requestAt, attempts: image.attempts })
      const beganAt = claimedAt(image.claimExpiresAt)
      await recordWorkerTime(transaction, key, now().getTime() - beganAt.getTime(), now())
      // As in recordOutcome: the attempt ended without being found slow.
      if (run.imageSlowedAt === null || run.imageSlowedAt < beganAt) {
        await recordSlowness(transaction, key, { slowness: quick, slowedAt: null })
      }
      return { result: 'retrying' }
    }
    return { result: 'settled', run: await recordOutcome(transaction, key, input, now()) }
  })
}
