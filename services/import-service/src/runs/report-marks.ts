import type { Context, Events } from '../context.ts'
import { createLoop } from '../loop.ts'

type Mark = () => Promise<unknown>

/** Disposing it tries the remaining marks once more; if they fail, another process writes their events again. */
export interface ReportMarks extends AsyncDisposable {
  /**
   * Call once an event is written. `mark` records that in the database for all replicas. It is called in the
   * background, once the event's line is out of this process, and repeated until it succeeds.
   */
  add: (mark: Mark) => void
}

export function startReportMarks(
  { events, log }: { events: Pick<Events, 'untilWritten'>; log: Context['log'] },
  retryMs = 10_000,
): ReportMarks {
  const waiting = new Set<Mark>()
  const loop = createLoop(retryMs, writeMarks, () => {})
  return {
    add(mark) {
      waiting.add(mark)
      loop.wake()
    },
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await writeMarks()
    },
  }

  /** A failing mark does not delay the others: each may be for another server of a distributed database. */
  async function writeMarks(): Promise<void> {
    for (const mark of waiting) {
      try {
        await events.untilWritten()
        await mark()
        waiting.delete(mark)
      } catch (error) {
        log.warn('an event could not be marked as reported, will be tried again', { error })
      }
    }
  }
}
