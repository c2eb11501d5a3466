import { setTimeout as pause } from 'node:timers/promises'
import { renditionKey } from '@catalog/contracts'
import { askService } from './ask-import-service.ts'
import type {
  Attempt,
  AttemptInput,
  Ended,
  ImageKey,
  ImageWork,
  ProcessImageContext,
  Unstored,
} from './attempt.ts'
import { startDeadline } from './deadline.ts'
import { codeOf } from './error-code.ts'
import { ImageError } from './image-error.ts'
import { ObjectStoreError } from './object-store/object-store-error.ts'
import type { Rendition } from './render/renditions.ts'

/** @throws ImageError `storage_error` */
export async function storeRenditions(
  context: ProcessImageContext,
  key: ImageKey,
  renditions: readonly Rendition[],
): Promise<Ended> {
  try {
    await Promise.all(
      renditions.map((rendition) =>
        context.store.put(renditionKey(key.storefront_id, key.image_id, rendition.name), rendition.bytes),
      ),
    )
  } catch (error) {
    throw new ImageError('storage_error', 'write', { cause: error })
  }
  context.outage.stored()
  return {
    outcome: 'fetched',
    renditions: renditions.map(({ name }) => name),
    sizes: Object.fromEntries(renditions.map(({ name, width, height }) => [name, [width, height]])),
  }
}

/** The error of an attempt whose time ended while it stored. */
export function storeTimedOut(): ImageError {
  return new ImageError('storage_error', 'write', { cause: new ObjectStoreError('timeout') })
}

/** Together with a pause shorter than a claim's lifetime. */
const storeAttemptMs = 25_000
const defaultLongestStorePauseMs = 15_000

/**
 * While the object store is unavailable, an image keeps its claim and its worker, so that no other image is claimed and
 * none loses an attempt. Ends once the image is stored, or if the store accepts other images but not this one, or if
 * the process stops: then import-service gets the image back without an attempt counted.
 */
export async function storeLater(
  context: ProcessImageContext,
  { key, claim }: AttemptInput,
  work: ImageWork,
  { error, renditions }: Unstored,
): Promise<Attempt> {
  using _ = context.outage.wait(codeOf(error.cause))
  const { longestStorePauseMs = defaultLongestStorePauseMs } = context
  for (let pauseMs = longestStorePauseMs / 16; ; pauseMs = Math.min(2 * pauseMs, longestStorePauseMs)) {
    // Claiming with the same token renews the claim.
    const renewed = await askService(work, () => context.claimImage({ ...key, token: claim.token }))
    if (renewed.result !== 'granted') return { outcome: 'yielded' }
    const isStopping = await pause(pauseMs, false, { signal: work.signal }).catch(() => true)
    if (isStopping) return await giveBack(context, { key, claim, error })
    const since = performance.now()
    using deadline = startDeadline(storeAttemptMs, storeTimedOut)
    try {
      return await deadline.race(storeRenditions(context, key, renditions))
    } catch (again) {
      if (!(again instanceof ImageError)) throw again
      if (context.outage.hasStoredSince(since)) return { outcome: 'none', error: again }
    }
  }
}

/** An import-service of the previous release ignores `gives_back` and keeps the image: then the attempt counts. */
async function giveBack(
  context: ProcessImageContext,
  { key, claim, error }: { key: ImageKey; claim: { token: string }; error: ImageError },
): Promise<Attempt> {
  const input = { ...key, token: claim.token, waited_ms: 0, gives_back: true }
  const { result } = await context.continueImage(input)
  return result === 'yield' ? { outcome: 'yielded' } : { outcome: 'none', error }
}
