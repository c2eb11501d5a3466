import type { Watchdog } from './processes.ts'
import type { Secrets } from './settings.ts'

export interface OpenOptions {
  secrets: Secrets
  watchdog: Watchdog
  /** Reports a finished step and its duration. */
  done: (sentence: string, ms: number) => void
  /** Reports something that a person should know. */
  note: (sentence: string) => void
}
