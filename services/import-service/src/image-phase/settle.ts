import type { Knex } from 'knex'
import { maxAttempts } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { lockRunImage, recordSettlement } from '../run-images.sql.ts'
import type { RunImageKey, Settlement } from '../run-images.sql.ts'
import { countHandledImage, lockRun } from '../runs.sql.ts'
import type { StoredRun } from '../runs.sql.ts'

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

/** Says so, once the transaction is committed: only the settlement of the last image sees its run completed (TEL-4). */
export function reportOutcome(
  { events, metrics, wakeDispatcher }: Context,
  { outcome, run }: SettledImage,
): void {
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status !== 'completed' || run.completedAt === null) return
  events.imagePhaseCompleted({
    run_id: run.runId,
    fetched: run.imagesFetched,
    rejected: run.imagesRejected,
    failed: run.imagesFailed,
    duration_ms: run.completedAt.getTime() - (run.imagePhaseStartedAt ?? run.createdAt).getTime(),
  })
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
  if (settled !== undefined) reportOutcome(context, settled)
}

/** No token: the last attempt, should it answer yet, is too late. */
const exhausted: Settlement = {
  outcome: 'failed',
  reason: 'attempts_exhausted',
  message: 'Three attempts ended without an answer. Try again later, or check the address of the image.',
  renditions: [],
  token: null,
}
