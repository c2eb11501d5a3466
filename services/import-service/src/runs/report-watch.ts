import type { Context } from '../context.ts'
import { createLoop } from '../loop.ts'
import type { Loop } from '../loop.ts'
import { timeOfId } from '../cursor.ts'
import { findDraftsWithApplies, lockApplies } from '../drafts/drafts.sql.ts'
import { removeApply } from '../drafts/write-drafts.sql.ts'
import { findUnreportedRuns, lockUnreportedRun } from './image-phases.sql.ts'
import { markApplyReported, markCompletionReported } from './write-runs.sql.ts'
import { writeApplied } from './end-apply.ts'
import { writeCompletion } from './report-completion.ts'

const lookEveryMs = 10_000
/** Longer than a running apply can take: it waits for at most 45 s until it has locked its row. */
const unreportedAfterMs = 2 * 60_000

type WatchContext = Pick<Context, 'database' | 'events' | 'log' | 'metrics' | 'now'>

/** Looks for events that a process has failed to write, for the life of this process. */
export function startReportWatch(context: WatchContext): Loop {
  return createLoop(
    lookEveryMs,
    () => reportUnreported(context),
    (error) =>
      context.log.warn('events that are still to be written could not be looked for, will be tried again', {
        error,
      }),
  )
}

/**
 * Writes the events of applies (TEL-2, TEL-6) and of image phases (TEL-4) that ended at least two minutes ago and are
 * not marked as reported, because the process died or lost its connection. Only one replica writes an event, while it has
 * the row locked. If it dies before it has marked that, the event is written again.
 */
export async function reportUnreported(context: Omit<WatchContext, 'log'>): Promise<void> {
  const before = new Date(context.now().getTime() - unreportedAfterMs)
  await reportFailures(context, before)
  await reportRuns(context, before)
}

async function reportFailures(
  { database, events, metrics }: Omit<WatchContext, 'log'>,
  before: Date,
): Promise<void> {
  const isOld = (applyId: string) => timeOfId(applyId) <= before.getTime()
  for (const { applies: found, ...key } of await findDraftsWithApplies(database)) {
    // A lock would be in the way of a confirm that begins.
    if (!found.some(isOld)) continue
    await database.transaction(async (transaction) => {
      const applies = await lockApplies(transaction, key)
      for (const applyId of applies.filter(isOld)) {
        metrics.applyFailures.inc()
        events.importApplyFailed({
          draft_id: key.draftId,
          storefront_id: key.storefrontId,
          error_class: 'process_died',
        })
        await events.untilWritten()
        await removeApply(transaction, key, applyId)
      }
    })
  }
}

async function reportRuns({ database, events }: Omit<WatchContext, 'log'>, before: Date): Promise<void> {
  for (const key of await findUnreportedRuns(database, before)) {
    await database.transaction(async (transaction) => {
      const run = await lockUnreportedRun(transaction, key)
      if (run === undefined) return
      if (run.isApplyUnreported) writeApplied(events, run, run.durationMs)
      const isEnded = run.isCompletionUnreported && run.completedAt !== null && run.completedAt <= before
      if (isEnded) writeCompletion(events, run)
      await events.untilWritten()
      await markApplyReported(transaction, run)
      if (isEnded) await markCompletionReported(transaction, run)
    })
  }
}
