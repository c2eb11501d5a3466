import type { ApiClient } from './client.ts'
import type { Terminal } from './terminal.ts'

/** What a command needs to call the service. */
export interface Context extends ApiClient {
  terminal: Terminal
}

/** Options of commands that change something: they only show the changes unless told to apply them. */
export interface ChangeOptions {
  dryRun?: true | undefined
  yes?: true | undefined
  skipErrors?: true | undefined
  /** Risks with which a draft is left to a person. */
  failOn?: string[] | undefined
  propose?: true | undefined
  /** Upload nothing while an earlier draft of the file is left to a person. */
  unlessOpen?: true | undefined
  detailedExitCode?: true | undefined
}
