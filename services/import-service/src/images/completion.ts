import type { Context } from '../context.ts'
import { reportCompletion } from '../runs/report-completion.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import type { Settlement } from '../runs/write-run-images.sql.ts'

/**
 * Call once an outcome is committed. Counts it in the metrics, wakes the dispatcher, and reports the end of the image
 * phase (TEL-4) if it was the last one. `run` already includes the image in its counts.
 */
export function reportOutcome(context: Context, outcome: Settlement['outcome'], run: StoredRun): void {
  const { metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status === 'completed') reportCompletion(context, run)
}
