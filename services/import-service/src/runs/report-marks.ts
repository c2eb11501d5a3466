import type { Context, Events } from '../context.ts'
import { createLoop } from '../loop.ts'

type Note = () => Promise<unknown>

/** Disposing it tries the remaining notes once more; if they fail, another process writes their events again. */
export interface ReportNotes extends AsyncDisposable {
  /**
   * Call once an event is written. `note` records that in the database for all replicas. It is called in the
   * background, once the event's line is out of this process, and repeated until it succeeds.
   */
  add: (note: Note) => void
}

export function startReportNotes(
  { events, log }: { events: Pick<Events, 'untilWritten'>; log: Context['log'] },
  tryAgainMs = 10_000,
): ReportNotes {
  let waiting: Note[] = []
  const loop = createLoop(tryAgainMs, makeNotes, () => {})
  return {
    add(note) {
      waiting.push(note)
      loop.wake()
    },
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await makeNotes()
    },
  }

  /** A failing note does not delay the others: each may be for another server of a distributed database. */
  async function makeNotes(): Promise<void> {
    const failed: Note[] = []
    for (const note of waiting.splice(0)) {
      await events.untilWritten()
      try {
        await note()
      } catch (error) {
        log.warn('an event could not be noted as written, will be tried again', { error })
        failed.push(note)
      }
    }
    waiting.push(...failed)
  }
}
