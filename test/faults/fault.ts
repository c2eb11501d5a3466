import type { Watchdog } from '../../deploy/local/processes.ts'

/** One line of the matrix. */
export interface Fault {
  name: string
  /** The fault that is caused. */
  done: string
  /** It takes about as long as an ack wait. */
  isSlow?: boolean
  /** Another test that shows it, on the whole system. */
  shownBy?: string
  /** Another case shows nearly the same; this one waits for a night. */
  isNightly?: boolean
  /** Returns how it ended; throws if something is wrong. */
  run(watchdog: Watchdog): Promise<string>
}

/** Faults for `npm test`: they do not wait for the queue to deliver again, and are not shown by another test. */
export function isQuick({ isSlow = false, shownBy }: Fault): boolean {
  return !isSlow && shownBy === undefined
}

/**
 * Limit for waiting for one thing. A dead worker's images come back after a minute, its claims expire a minute later.
 */
export const patience = { timeoutMs: 180_000 }
/** Limit of a case, or of all of them together: they wait for many things, but rarely long. */
export const boundMs = 480_000
