import type { Watchdog } from '../../deploy/local/processes.ts'

/** One line of the matrix. */
export interface Fault {
  name: string
  /** What is done to the system. */
  done: string
  /** Takes the time of an ack wait, or about as long. */
  isSlow?: boolean
  /** Another test that shows it, on the whole system. */
  shownBy?: string
  /** Answers how it ended; throws where something does not hold. */
  run(watchdog: Watchdog): Promise<string>
}

/** Those that `npm test` tries: they neither wait for the queue to deliver again nor are shown by another test. */
export function isQuick({ isSlow = false, shownBy }: Fault): boolean {
  return !isSlow && shownBy === undefined
}

/** How long one thing is waited for. A dead worker's images come back after a minute, its claims end a minute later. */
export const patience = { timeoutMs: 180_000 }
/** What a case may take, or all of them together: many things are waited for, but hardly one for long. */
export const boundMs = 480_000
