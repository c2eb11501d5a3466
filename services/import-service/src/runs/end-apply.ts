import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'
import { errorClass, isLockTimeout } from '@catalog/postgres'
import { secondsSince } from './apply-progress.ts'
import type { ApplyProgress } from './apply-progress.ts'
import { storefrontBusy } from '../catalog/storefront-busy.ts'
import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import type { Context } from '../context.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { removeApply } from '../drafts/write-drafts.sql.ts'
import { findRunOfDraft } from './runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'
import { markApplyReported } from './write-runs.sql.ts'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'

/** Writes the event of a committed apply (TEL-2) and records its metrics. */
export function reportApplied(
  { database, events, metrics, recordReported }: Context,
  run: StoredRun,
  { startedMs }: ApplyProgress,
): void {
  const seconds = secondsSince(startedMs)
  metrics.applySeconds.observe({ outcome: 'applied' }, seconds)
  writeApplied(events, run, Math.round(seconds * 1000))
  recordReported(() => markApplyReported(database, run))
}

export function writeApplied(events: Context['events'], run: StoredRun, durationMs: number): void {
  events.importRunCompleted({
    run_id: run.runId,
    storefront_id: run.storefrontId,
    added: run.added,
    updated: run.updated,
    errored: run.errored,
    duration_ms: durationMs,
  })
}

/**
 * Call for an apply that was not committed once its event is written or there is none to write; otherwise the report
 * watch writes one.
 */
export function recordNotApplied(
  { database, recordReported }: Context,
  key: DraftKey,
  { applyId }: ApplyProgress,
): void {
  recordReported(() => removeApply(database, key, applyId))
}

/**
 * Decides what the error of an apply means. Resolves with the run if the commit succeeded after all.
 * @throws ServiceError apply_failed; unavailable if the storefront is busy or the outcome is unknown; otherwise the
 * error of the apply
 */
export async function recoverApply(
  context: Context,
  key: DraftKey,
  progress: ApplyProgress,
  thrown: unknown,
): Promise<StoredRun> {
  const error = progress.failure ?? thrown
  // Also after an error of the database: a distributed one may have committed and raise that an answer was lost.
  if (progress.reached === 'committing') {
    // If this throws because the outcome stays unknown, the report watch finds it out and writes the event.
    const run = await findOutcome(context, key, error)
    if (run !== undefined) return run
  }
  if (error instanceof ServiceError || progress.reached === 'deciding') {
    recordNotApplied(context, key, progress)
    throw isLockTimeout(error) ? storefrontBusy(error) : error
  }
  context.metrics.applySeconds.observe({ outcome: 'failed' }, secondsSince(progress.startedMs))
  context.events.importApplyFailed({
    draft_id: key.draftId,
    storefront_id: key.storefrontId,
    error_class: errorClass(error),
  })
  context.metrics.applyFailures.inc()
  recordNotApplied(context, key, progress)
  throw new ServiceError(
    'apply_failed',
    'The import was not applied and nothing has changed. The draft is kept: confirm it again.',
    { cause: error },
  )
}

/**
 * Finds out whether a commit succeeded whose answer was lost or an error, in a new transaction: once that has the storefront's
 * lock, the first transaction has ended, and its run exists or does not. Retries for `commitLookupMs` milliseconds.
 * @throws ServiceError unavailable if the outcome is still unknown then
 */
async function findOutcome(
  { database, now, commitLookupMs }: Context,
  key: DraftKey,
  cause: unknown,
): Promise<StoredRun | undefined> {
  const deadline = performance.now() + commitLookupMs
  for (;;) {
    try {
      return await database.transaction(async (transaction) => {
        await requireNotMoving(transaction, key.storefrontId)
        await lockStorefront(transaction, key.storefrontId, now())
        return await findRunOfDraft(transaction, key)
      })
    } catch (error) {
      if (performance.now() >= deadline) throw outcomeUnknown(new AggregateError([cause, error]))
      await pause(outcomePauseMs)
    }
  }
}

const outcomePauseMs = 100

function outcomeUnknown(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The connection to the catalog broke before it was known whether the import was applied. ' +
      'Confirm it again: if it was, the answer is its run.',
    { cause, retryAfterS: 5 },
  )
}
