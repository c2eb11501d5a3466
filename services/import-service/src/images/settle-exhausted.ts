import { maxAttempts } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { lockRunImage } from '../runs/run-images.sql.ts'
import type { RunImageKey } from '../runs/run-images.sql.ts'
import { lockRun } from '../runs/runs.sql.ts'
import { recordOutcome } from './outcome.sql.ts'
import type { Settlement } from './outcome.sql.ts'
import { reportOutcome } from './report-outcome.ts'

/** Settles an image whose attempts all ended without an answer. Nothing happens if it has moved on meanwhile. */
export async function settleExhausted(context: Context, key: RunImageKey): Promise<void> {
  const { database, now } = context
  const run = await database.transaction(async (transaction) => {
    if ((await lockRun(transaction, key)) === undefined) return undefined
    const image = await lockRunImage(transaction, key)
    const isExhausted =
      image?.outcome === 'pending' &&
      image.attempts >= maxAttempts &&
      (image.claimExpiresAt === null || image.claimExpiresAt <= now())
    return isExhausted ? await recordOutcome(transaction, key, exhausted, now()) : undefined
  })
  if (run !== undefined) await reportOutcome(context, exhausted.outcome, run)
}

/** No token: the last attempt, should it answer yet, is too late. */
const exhausted: Settlement = {
  outcome: 'failed',
  reason: 'attempts_exhausted',
  message: 'Three attempts ended without an answer. Try again later, or check the address of the image.',
  renditions: [],
  token: null,
}
