import type { ServerProgram } from './server-images.ts'
import type { Passwords, Urls } from './servers.ts'
import type { Store } from './stores.ts'

/** What is around the release while the cases run. */
export interface Variant {
  /** File of values on top of values.yaml. */
  values?: URL
  /** Those that its servers need images of, besides the store's. */
  programs: ServerProgram[]
  /** PostgreSQL, NATS and what is between, with what belongs to them; not the store. */
  servers(passwords: Passwords, namespace: string): Promise<object[]>
  urls: Urls
  /** Run in the database once its logins are made. */
  sql?: string
  store: Store
  /** The Service through which clients reach the gateway. */
  entrance: string
}
