import type { Watchdog } from './processes.ts'
import type { Secrets } from './settings.ts'

export interface OpenOptions {
  secrets: Secrets
  watchdog: Watchdog
  /** Something is done, and took so long. */
  done: (sentence: string, ms: number) => void
  /** Something that a person should know. */
  note: (sentence: string) => void
}
