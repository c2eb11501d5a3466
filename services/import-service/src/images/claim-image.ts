import { randomUUID } from 'node:crypto'
import { claimLifetimeMs, maxAttempts } from '@catalog/contracts'
import type { ImageClaim } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { mustWait } from './give-way.ts'
import { recordOutcome, putBack, renewClaim, tryClaim } from '../runs/write-run-images.sql.ts'
import type { Settlement } from '../runs/write-run-images.sql.ts'
import { reportOutcome } from '../runs/report-completion.ts'
import { patienceMs, slow, unknown } from '../runs/slowness.ts'
import { lockRunImage } from '../runs/run-images.sql.ts'
import type { RunImageKey } from '../runs/run-images.sql.ts'
import { findRun, lockRun } from '../runs/runs.sql.ts'

/**
 * Begins an attempt at an image, if there is one to begin (design.md §4). The token is a fencing token: once a later
 * claim is granted, a settlement with this token changes nothing. The claim of an unknown or deleted image is answered
 * with `settled`, as nothing is left to do.
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
  const claim = { token, expiresAt, now: time }
  const claimed = await tryClaim(database, key, { ...claim, maxSlowness: unknown })
  if (claimed !== undefined) return granted(token, claimed)

  const answer = await findWhyNot(context, key, claim)
  if (answer.result === 'exhausted') await settleExhausted(context, key)
  return answer
}

async function findWhyNot(
  { database, metrics, wakeDispatcher }: Context,
  key: RunImageKey,
  claim: { token: string; expiresAt: Date; now: Date },
): Promise<ImageClaim> {
  const { token, expiresAt, now } = claim
  let isPutBack = false
  const answer = await database.transaction(async (transaction): Promise<ImageClaim> => {
    const image = await lockRunImage(transaction, key)
    if (image === undefined || image.outcome !== 'pending') return { result: 'settled' }
    // The storefront is being moved. After the move, the image is requested again.
    if (image.requestAt === Infinity) return { result: 'settled' }
    const run = await findRun(transaction, key)
    const slowness = run?.imageSlowness ?? unknown
    if (image.claimExpiresAt !== null && image.claimToken === token) {
      // A repeated claim: the answer to the first one was lost.
      await renewClaim(transaction, key, expiresAt)
      return granted(token, { attempt: image.attempts, url: image.url, slowness })
    }
    if (image.claimExpiresAt !== null && image.claimExpiresAt > now) return { result: 'busy' }
    if (image.attempts >= maxAttempts) return { result: 'exhausted' }
    if (slowness > unknown && (await mustWait(transaction, key, slowness, now))) {
      // The image was requested before its run was found slow, so other images come first. If it is already due again,
      // it keeps its place.
      isPutBack = image.requestAt === null
      if (isPutBack) await putBack(transaction, key, { requestAt: now, attempts: image.attempts })
      return { result: 'busy' }
    }
    const claimed = await tryClaim(transaction, key, { ...claim, maxSlowness: slow })
    return claimed === undefined ? { result: 'busy' } : granted(token, claimed)
  })
  if (isPutBack) {
    metrics.imageYields.inc()
    wakeDispatcher()
  }
  return answer
}

function granted(
  token: string,
  { attempt, url, slowness }: { attempt: number; url: string; slowness: number },
): ImageClaim {
  return { result: 'granted', token, attempt, url, ask_after_ms: patienceMs(slowness) }
}

/**
 * Settles an image whose attempts all ended without an answer. Does nothing if the image's state has changed meanwhile.
 */
async function settleExhausted(context: Context, key: RunImageKey): Promise<void> {
  const { database, now } = context
  const run = await database.transaction(async (transaction) => {
    if ((await lockRun(transaction, key)) === undefined) return undefined
    const image = await lockRunImage(transaction, key)
    const isExhausted =
      image?.outcome === 'pending' &&
      image.requestAt !== Infinity &&
      image.attempts >= maxAttempts &&
      (image.claimExpiresAt === null || image.claimExpiresAt <= now())
    return isExhausted ? await recordOutcome(transaction, key, exhausted, now()) : undefined
  })
  if (run !== undefined) reportOutcome(context, exhausted.outcome, run)
}

/** Without a token: an answer of the last attempt comes too late now. */
const exhausted: Settlement = {
  outcome: 'failed',
  reason: 'attempts_exhausted',
  message: 'Three attempts ended without an answer. Try again later, or check the address of the image.',
  renditions: [],
  token: null,
}
