import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { findRequested, requestAgain } from './lost-requests.sql.ts'
import { countPendingImages } from './pending-total.sql.ts'
import { findFetchingRuns, findOldestFetchingRuns, takeRecoveryReports } from '../runs/image-phases.sql.ts'

type RecoveryContext = Pick<Context, 'database' | 'events' | 'log' | 'now' | 'wakeDispatcher'>

/**
 * At process start, requests the pending images of every run in its image phase again (TEL-5). Resolves after the first
 * attempt. If that fails, it is repeated until it succeeds, so that one unreachable server of a distributed database
 * does not keep this process from serving the storefronts on the others (design.md §11).
 */
export async function startRecovery(context: RecoveryContext, everyMs = 10_000): Promise<AsyncDisposable> {
  const startedAt = context.now()
  const ended = new AbortController()
  const attempt = async () => {
    try {
      await recoverImagePhases(context, startedAt)
      ended.abort()
    } catch (error) {
      context.log.warn('image phases could not be recovered, will be tried again', { error })
    }
  }
  const repeat = async () => {
    while (!ended.signal.aborted) {
      await pause(everyMs, undefined, { signal: ended.signal }).then(attempt, () => {})
    }
  }
  await attempt()
  const repeated = repeat()
  return {
    async [Symbol.asyncDispose]() {
      ended.abort()
      await repeated
    },
  }
}

/**
 * Safe to repeat: settled images stay settled, and images that workers have are claimed. Ignores runs whose image phase
 * began after `startedAt`. If there are very many runs, it reports only those whose images are requested again, and the
 * oldest ones. Each run is reported once in ten minutes, however many replicas start, because three reports of a run
 * mean that it hangs (ALR-3). All runs together get one log line.
 */
export async function recoverImagePhases(
  { database, events, log, now, wakeDispatcher }: RecoveryContext,
  startedAt: Date,
): Promise<void> {
  const requested = await findRequested(database)
  const keys = requested.map(({ storefront_id, run_id }) => ({ storefrontId: storefront_id, runId: run_id }))
  const runs = [
    ...(await findFetchingRuns(database, keys)),
    ...(await findOldestFetchingRuns(database, { startedAt, limit: reportedAtMost })),
  ].filter((run) => (run.imagePhaseStartedAt ?? run.createdAt) <= startedAt)
  await requestAgain(database, requested, now())
  const distinct = [...new Map(runs.map((run) => [run.runId, run])).values()].slice(0, reportedAtMost)
  const times = { now: now(), lastBefore: new Date(now().getTime() - reportEveryMs) }
  const unreported = distinct.filter(
    (run) => (run.recoveryReportedAt ?? times.lastBefore) <= times.lastBefore,
  )
  let reported = 0
  for (const [storefrontId, of] of Map.groupBy(unreported, (run) => run.storefrontId)) {
    const runIds = of.map((run) => run.runId)
    for (const run of await takeRecoveryReports(database, { storefrontId, runIds }, times)) {
      const pending = run.imagesTotal - run.imagesFetched - run.imagesRejected - run.imagesFailed
      events.imagePhaseRecovered({ run_id: run.runId, pending_resumed: pending })
      reported += 1
    }
  }
  if (distinct.length > 0) {
    const { pending } = await countPendingImages(database)
    log.info('image phases are resumed', { runs_reported: reported, images_pending: pending })
  }
  wakeDispatcher()
}

const reportedAtMost = 100
const reportEveryMs = 10 * 60_000
