import { randomUUID } from 'node:crypto'
import { claimLifetimeMs, maxAttempts } from '@catalog/contracts'
import type { ImageClaim } from '@catalog/contracts'
import type { Context } from './context.ts'
import { settleExhausted } from './image-phase/settle.ts'
import { lockRunImage, recordClaim, renewClaim } from './run-images.sql.ts'

/**
 * Begins an attempt at an image, unless there is none to begin (design.md §4). The token fences: once a later claim is
 * granted, a settlement with this one's token changes nothing. An image that is not known (any more) has nothing left
 * to do and counts as settled.
 */
export async function claimImage(
  context: Context,
  input: { storefront_id: string; run_id: string; image_id: string; token?: string | undefined },
): Promise<ImageClaim> {
  const { database, now } = context
  const key = { storefrontId: input.storefront_id, runId: input.run_id, imageId: input.image_id }
  const claim = await database.transaction(async (transaction): Promise<ImageClaim> => {
    const image = await lockRunImage(transaction, key)
    if (image === undefined || image.outcome !== 'pending') return { result: 'settled' }
    const time = now()
    const expiresAt = new Date(time.getTime() + claimLifetimeMs)
    if (image.claimExpiresAt !== null && image.claimToken !== null && image.claimToken === input.token) {
      // The answer to the first one was lost.
      await renewClaim(transaction, key, expiresAt)
      return { result: 'granted', token: image.claimToken, attempt: image.attempts, url: image.url }
    }
    if (isLater(image.claimExpiresAt, time)) return { result: 'busy' }
    // A repeated message in the pause between two attempts: the request that follows the pause is the one to take.
    if (image.attempts > 0 && isLater(image.requestAt, time)) return { result: 'busy' }
    if (image.attempts >= maxAttempts) return { result: 'exhausted' }

    const token = input.token ?? randomUUID()
    await recordClaim(transaction, key, { token, expiresAt, now: time })
    return { result: 'granted', token, attempt: image.attempts + 1, url: image.url }
  })
  if (claim.result === 'exhausted') await settleExhausted(context, key)
  return claim
}

function isLater(time: Date | null, now: Date): boolean {
  return time !== null && time > now
}
