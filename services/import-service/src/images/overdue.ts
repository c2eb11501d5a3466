import type { Context } from '../context.ts'
import { findOverdueRuns } from '../runs/image-phases.sql.ts'
import { takeOverdueReports } from '../runs/write-runs.sql.ts'
import { createLoop } from '../loop.ts'
import type { Loop } from '../loop.ts'

const overdueAfterMs = 2 * 60 * 60_000
const reportEveryMs = 5 * 60_000
const lookEveryMs = 60_000

type OverdueContext = Pick<Context, 'database' | 'events' | 'log' | 'now'>

/** Looks for runs whose image phase does not end, for the life of the process. */
export function startOverdueWatch(context: OverdueContext): Loop {
  return createLoop(
    lookEveryMs,
    () => reportOverdueRuns(context),
    (error) =>
      context.log.warn('overdue image phases could not be looked for, will be tried again', { error }),
  )
}

/**
 * Writes `image_phase_overdue` for each run that has been in `fetching_images` for more than two hours, unless a
 * replica has written it in the last five minutes (ALR-3).
 */
export async function reportOverdueRuns({ database, events, now }: OverdueContext): Promise<void> {
  const time = now().getTime()
  const times = {
    now: new Date(time),
    startedBefore: new Date(time - overdueAfterMs),
    lastBefore: new Date(time - reportEveryMs),
  }
  for (const overdue of await findOverdueRuns(database, times)) {
    for (const { runId, imagePhaseStartedAt } of await takeOverdueReports(database, overdue, times)) {
      events.imagePhaseOverdue({ run_id: runId, age_ms: time - imagePhaseStartedAt.getTime() })
    }
  }
}
