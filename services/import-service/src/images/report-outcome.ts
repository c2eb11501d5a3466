import type { Context } from '../context.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import { reportCompletion } from './completion.ts'
import type { Settlement } from './outcome.sql.ts'

/**
 * Call once an outcome is committed: counts it, wakes the dispatcher, and reports the image phase as complete (TEL-4) with
 * the last one. `run` counts the image already.
 */
export async function reportOutcome(
  context: Context,
  outcome: Settlement['outcome'],
  run: StoredRun,
): Promise<void> {
  const { log, metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status !== 'completed') return
  try {
    await reportCompletion(context, run)
  } catch (error) {
    // The outcome is stored; the watch of completion.ts finds the run.
    log.warn('a completed image phase could not be reported, will be tried again', { error })
  }
}
