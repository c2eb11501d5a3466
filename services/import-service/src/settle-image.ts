import { maxAttempts } from '@catalog/contracts'
import type { ImageSettlement } from '@catalog/contracts'
import type { Context } from './context.ts'
import { recordOutcome, reportOutcome } from './image-phase/settle.ts'
import type { SettledImage } from './image-phase/settle.ts'
import { lockRunImage, recordRetry } from './run-images.sql.ts'
import { lockRun } from './runs.sql.ts'

/**
 * Records what an attempt came to (design.md §4). A settlement with another token than the newest claim's changes
 * nothing; one that is repeated is answered as it was the first time.
 */
export async function settleImage(
  context: Context,
  input: ImageSettlement,
): Promise<{ result: 'settled' | 'retrying' | 'stale' }> {
  const { database, now, imageRetryPausesMs } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id, imageId: input.image_id }
  const { result, settled } = await database.transaction(async (transaction): Promise<Answer> => {
    // The run first, then its image: everyone who locks both does it in this order.
    if ((await lockRun(transaction, key)) === undefined) return { result: 'stale' }
    const image = await lockRunImage(transaction, key)
    if (image === undefined || image.claimToken !== input.token) return { result: 'stale' }
    const isRepeated = image.claimExpiresAt === null
    if (isRepeated) return { result: image.outcome === 'pending' ? 'retrying' : 'settled' }

    if (input.outcome === 'failed' && image.attempts < maxAttempts) {
      const pauseMs = imageRetryPausesMs[image.attempts - 1] ?? 0
      await recordRetry(transaction, key, new Date(now().getTime() + pauseMs))
      return { result: 'retrying' }
    }
    return { result: 'settled', settled: await recordOutcome(transaction, key, input, now()) }
  })
  if (settled !== undefined) await reportOutcome(context, settled)
  else if (result === 'retrying') context.wakeDispatcher()
  return { result }
}

interface Answer {
  result: 'settled' | 'retrying' | 'stale'
  settled?: SettledImage
}
