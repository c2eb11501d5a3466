import type { Context } from '../context.ts'
import { reportCompletion } from '../runs/report-completion.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import type { Settlement } from './outcome.sql.ts'

/**
 * Call once an outcome is committed: counts it, wakes the dispatcher, and reports the image phase as complete (TEL-4) with
 * the last one. `run` counts the image already.
 */
export function reportOutcome(context: Context, outcome: Settlement['outcome'], run: StoredRun): void {
  const { metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status === 'completed') reportCompletion(context, run)
}
