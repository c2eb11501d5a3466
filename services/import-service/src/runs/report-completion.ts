import type { Context } from '../context.ts'
import { takeCompletionReport } from './image-phases.sql.ts'
import type { StoredRun } from './runs.sql.ts'

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

/** The same behind a commit, which stands whether or not this succeeds: the completion watch finds the run. */
export async function tryToReportCompletion(context: CompletionContext, run: StoredRun): Promise<void> {
  try {
    await reportCompletion(context, run)
  } catch (error) {
    context.log.warn('a completed image phase could not be reported, will be tried again', { error })
  }
}
