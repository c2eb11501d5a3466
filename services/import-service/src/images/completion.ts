import type { Context } from '../context.ts'
import { findUnreportedRuns, takeCompletionReport } from '../runs/runs.sql.ts'
import type { StoredRun } from '../runs/runs.sql.ts'
import { createLoop } from './loop.ts'
import type { Loop } from './loop.ts'

const lookEveryMs = 10_000

type CompletionContext = Pick<Context, 'database' | 'events' | 'log'>

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
