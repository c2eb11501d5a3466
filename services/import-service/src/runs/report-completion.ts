import type { Outcome } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { markCompletionReported } from './write-runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'

/**
 * Call once an outcome is committed. Counts it in the metrics, wakes the dispatcher, and reports the end of the image
 * phase (TEL-4) if it was the last one. `run` already includes the image in its counts.
 */
export function reportOutcome(context: Context, outcome: Exclude<Outcome, 'pending'>, run: StoredRun): void {
  const { metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status === 'completed') reportCompletion(context, run)
}

/** Writes `image_phase_completed` (TEL-4) for an image phase that the caller's commit has ended. */
export function reportCompletion({ database, events, recordReported }: Context, run: StoredRun): void {
  writeCompletion(events, run)
  recordReported(() => markCompletionReported(database, run))
}

/** All fields come from the database, so that a repeated event has the same content. */
export function writeCompletion(events: Context['events'], run: StoredRun): void {
  if (run.completedAt === null) return
  events.imagePhaseCompleted({
    run_id: run.runId,
    fetched: run.imagesFetched,
    rejected: run.imagesRejected,
    failed: run.imagesFailed,
    duration_ms: run.completedAt.getTime() - (run.imagePhaseStartedAt ?? run.createdAt).getTime(),
  })
}
