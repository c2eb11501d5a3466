import type { Context } from '../context.ts'
import { removeApply } from '../drafts/write-drafts.sql.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { secondsSince } from './apply-progress.ts'
import type { ApplyProgress } from './apply-progress.ts'
import { markApplyReported } from './write-runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'

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
