import { randomUUID } from 'node:crypto'
import { claimLifetimeMs, maxAttempts } from '@catalog/contracts'
import type { ImageClaim } from '@catalog/contracts'
import type { Context } from './context.ts'
import { settleExhausted } from './image-phase/settle.ts'
import { lockRunImage, renewClaim, tryClaim } from './run-images.sql.ts'
import type { RunImageKey } from './run-images.sql.ts'

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
  const token = input.token ?? randomUUID()
  const time = now()
  const expiresAt = new Date(time.getTime() + claimLifetimeMs)
  const claimed = await tryClaim(database, key, { token, expiresAt, now: time })
  if (claimed !== undefined) return { result: 'granted', token, ...claimed }

  const answer = await findWhyNot(context, key, { token, expiresAt })
  if (answer.result === 'exhausted') await settleExhausted(context, key)
  return answer
}

async function findWhyNot(
  { database, now }: Context,
  key: RunImageKey,
  { token, expiresAt }: { token: string; expiresAt: Date },
): Promise<ImageClaim> {
  return await database.transaction(async (transaction): Promise<ImageClaim> => {
    const image = await lockRunImage(transaction, key)
    if (image === undefined || image.outcome !== 'pending') return { result: 'settled' }
    if (image.claimExpiresAt !== null && image.claimToken === token) {
      // The answer to the first one was lost.
      await renewClaim(transaction, key, expiresAt)
      return { result: 'granted', token, attempt: image.attempts, url: image.url }
    }
    const isInHand = image.claimExpiresAt !== null && image.claimExpiresAt > now()
    return { result: image.attempts >= maxAttempts && !isInHand ? 'exhausted' : 'busy' }
  })
}
