import type { ApiClient } from './client.ts'
import type { Terminal } from './terminal.ts'

/** What a command that asks the service works with. */
export interface Context extends ApiClient {
  terminal: Terminal
}

/** What makes a change: looked at first, and applied where somebody says so. */
export interface ChangeOptions {
  'dry-run': boolean
  yes: boolean
  'skip-errors': boolean
}
