import type { Context } from '../context.ts'
import { deleteApply } from './applies.sql.ts'
import { secondsSince } from './apply-progress.ts'
import type { ApplyProgress } from './apply-progress.ts'
import type { StoredRun } from './runs.sql.ts'

/** Writes the event of a committed apply (TEL-2) and records its metrics. */
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

/** Call once the apply's event is written or there is none to write; otherwise the report watch writes one. */
export function noteApplyReported(
  { database, noteReported }: Context,
  { apply }: Pick<ApplyProgress, 'apply'>,
): void {
  noteReported(() => deleteApply(database, apply))
}
