import type { Context } from '../context.ts'
import { deleteApply } from './applies.sql.ts'
import { secondsSince } from './apply-progress.ts'
import type { ApplyProgress } from './apply-progress.ts'
import type { StoredRun } from './runs.sql.ts'

/** Says that the apply is committed (TEL-2). */
export function reportApplied(
  { events, metrics }: Context,
  run: StoredRun,
  { startedMs }: ApplyProgress,
): void {
  const seconds = secondsSince(startedMs)
  metrics.applySeconds.observe({ outcome: 'applied' }, seconds)
  writeApplied(events, run, Math.round(seconds * 1000))
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

/** Call once the apply's event is written, or it is known that there is none: else the watch writes one. */
export function noteApplyReported(
  { database, noteReported }: Context,
  { apply }: Pick<ApplyProgress, 'apply'>,
): void {
  noteReported(() => deleteApply(database, apply))
}
