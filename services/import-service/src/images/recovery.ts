import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { findRequested } from './outbox.sql.ts'
import { requestAgain } from '../runs/write-run-images.sql.ts'
import { countPendingImages } from './pending-total.sql.ts'
import { findFetchingRuns } from '../runs/image-phases.sql.ts'
import { takeRecoveryReports } from '../runs/write-runs.sql.ts'

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
 * began after `startedAt`. Reports each run once for the replicas that start within a minute of each other, as in an
 * upgrade, because three reports of a run mean that it hangs (ALR-3). All runs together get one log line.
 */
export async function recoverImagePhases(
  { database, events, log, now, wakeDispatcher }: RecoveryContext,
  startedAt: Date,
): Promise<void> {
  await requestAgain(database, await findRequested(database), now())
  wakeDispatcher()
  const times = { now: now(), startedAt, lastBefore: new Date(now().getTime() - oneStartMs) }
  let reported = 0
  for await (const page of findFetchingRuns(database, times)) {
    for (const [storefrontId, of] of Map.groupBy(page, (key) => key.storefrontId)) {
      const runIds = of.map((key) => key.runId)
      for (const run of await takeRecoveryReports(database, { storefrontId, runIds }, times)) {
        const pending = run.imagesTotal - run.imagesFetched - run.imagesRejected - run.imagesFailed
        events.imagePhaseRecovered({ run_id: run.runId, pending_resumed: pending })
        reported += 1
      }
    }
  }
  const { pending } = await countPendingImages(database)
  if (pending > 0) {
    log.info('image phases are resumed', { runs_reported: reported, images_pending: pending })
  }
}

/** Processes that start within this time of each other are one start (TEL-5). */
const oneStartMs = 60_000
