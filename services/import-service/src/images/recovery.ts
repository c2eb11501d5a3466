import type { Context } from '../context.ts'
import { requestAgain } from './outbox.sql.ts'
import { findFetchingRuns } from '../runs/runs.sql.ts'

/**
 * At process start: the pending images of every run still in its image phase are requested again (TEL-5). Those that
 * are settled stay settled, and those that are being worked on are claimed, so that doing this twice is harmless.
 */
export async function recoverImagePhases({
  database,
  events,
  now,
  wakeDispatcher,
}: Pick<Context, 'database' | 'events' | 'now' | 'wakeDispatcher'>): Promise<void> {
  const runs = await findFetchingRuns(database)
  await requestAgain(database, now())
  for (const run of runs) {
    const pending = run.imagesTotal - run.imagesFetched - run.imagesRejected - run.imagesFailed
    events.imagePhaseRecovered({ run_id: run.runId, pending_resumed: pending })
  }
  wakeDispatcher()
}
