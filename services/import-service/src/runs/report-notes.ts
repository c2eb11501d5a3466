import type { Context, Events } from '../context.ts'
import { createLoop } from '../loop.ts'

type Note = () => Promise<unknown>

/** Its end tries once more to make what is left; another process writes the events of the rest again. */
export interface ReportNotes extends AsyncDisposable {
  /**
   * For an event that is written: `note` says so where every process reads it. It is made behind the caller's answer,
   * once the event's line is out of this process, and again until it succeeds.
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

  /** One that fails keeps no other waiting: the servers of a distributed database fail one by one. */
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
