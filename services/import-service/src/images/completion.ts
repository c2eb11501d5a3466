import type { Context } from '../context.ts'
import { reportCompletion, tryToReportCompletion } from '../runs/report-completion.ts'
import { findUnreportedRuns } from '../runs/image-phases.sql.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import { createLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import type { Settlement } from './outcome.sql.ts'

const lookEveryMs = 10_000

type CompletionContext = Pick<Context, 'database' | 'events' | 'log'>

/**
 * Call once an outcome is committed: counts it, wakes the dispatcher, and reports the image phase as complete (TEL-4) with
 * the last one. `run` counts the image already.
 */
export async function reportOutcome(
  context: Context,
  outcome: Settlement['outcome'],
  run: StoredRun,
): Promise<void> {
  const { metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status === 'completed') await tryToReportCompletion(context, run)
}

/** For runs whose last settlement was committed by a process that died, or lost its connection, before it could report. */
export async function reportCompletions(context: CompletionContext): Promise<void> {
  for (const run of await findUnreportedRuns(context.database)) await reportCompletion(context, run)
}

/** Watches for such runs, for the life of the process. */
export function startCompletionWatch(context: CompletionContext): Loop {
  return createLoop(
    lookEveryMs,
    () => reportCompletions(context),
    (error) =>
      context.log.warn('completed image phases could not be looked for, will be tried again', { error }),
  )
}
