import type { Knex } from 'knex'
import { maxAttempts } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { lockRunImage, recordSettlement } from '../run-images.sql.ts'
import type { RunImageKey, Settlement } from '../run-images.sql.ts'
import { countHandledImage, lockRun } from '../runs.sql.ts'
import type { StoredRun } from '../runs.sql.ts'
import { reportCompletion } from './completion.ts'

export interface SettledImage {
  outcome: Settlement['outcome']
  /** With this image counted. */
  run: StoredRun
}

/** Records an image's one outcome and counts it; the last one completes the run. Both locks must be held. */
export async function recordOutcome(
  transaction: Knex.Transaction,
  key: RunImageKey,
  settlement: Settlement,
  now: Date,
): Promise<SettledImage> {
  await recordSettlement(transaction, key, settlement, now)
  return {
    outcome: settlement.outcome,
    run: await countHandledImage(transaction, key, settlement.outcome, now),
  }
}

/** Says so, once the transaction is committed: only the settlement of the last image sees its run completed. */
export async function reportOutcome(context: Context, { outcome, run }: SettledImage): Promise<void> {
  const { log, metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status !== 'completed') return
  try {
    await reportCompletion(context, run)
  } catch (error) {
    // The outcome stands; the watch of completion.ts finds the run.
    log.warn('a completed image phase could not be reported, will be tried again', { error })
  }
}

/** Settles an image whose attempts all ended without an answer. Nothing happens if it has moved on meanwhile. */
export async function settleExhausted(context: Context, key: RunImageKey): Promise<void> {
  const { database, now } = context
  const settled = await database.transaction(async (transaction) => {
    if ((await lockRun(transaction, key)) === undefined) return undefined
    const image = await lockRunImage(transaction, key)
    const isExhausted =
      image?.outcome === 'pending' &&
      image.attempts >= maxAttempts &&
      (image.claimExpiresAt === null || image.claimExpiresAt <= now())
    return isExhausted ? await recordOutcome(transaction, key, exhausted, now()) : undefined
  })
  if (settled !== undefined) await reportOutcome(context, settled)
}

/** No token: the last attempt, should it answer yet, is too late. */
const exhausted: Settlement = {
  outcome: 'failed',
  reason: 'attempts_exhausted',
  message: 'Three attempts ended without an answer. Try again later, or check the address of the image.',
  renditions: [],
  token: null,
}
