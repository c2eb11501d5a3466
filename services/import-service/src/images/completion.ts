import type { Context } from '../context.ts'
import { findUnreportedRuns, takeCompletionReport } from '../runs/runs.sql.ts'
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
  const { log, metrics, wakeDispatcher } = context
  wakeDispatcher()
  metrics.images.inc({ outcome })
  if (run.status !== 'completed') return
  try {
    await reportCompletion(context, run)
  } catch (error) {
    // The outcome is stored; the watch below finds the run.
    log.warn('a completed image phase could not be reported, will be tried again', { error })
  }
}

/** Writes `image_phase_completed` (TEL-4) unless another process has claimed the report. */
export async function reportCompletion(
  { database, events }: CompletionContext,
  run: StoredRun,
): Promise<void> {
  if (run.completedAt === null || !(await takeCompletionReport(database, run))) return
  events.imagePhaseCompleted({
    run_id: run.runId,
    fetched: run.imagesFetched,
    rejected: run.imagesRejected,
    failed: run.imagesFailed,
    duration_ms: run.completedAt.getTime() - (run.imagePhaseStartedAt ?? run.createdAt).getTime(),
  })
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
