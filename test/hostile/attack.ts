import type { System } from '../support/system.ts'
import type { HostileHost } from './hostile-host.ts'

/** Requests of one storefront, which must not affect the others. */
export interface Attack {
  name: string
  /** It takes long without computing much: it runs in parallel with many others. */
  waits?: boolean
  /** Uses storefronts of its own, whose names all begin with `storefront`. Returns a summary of the answers. */
  run(stage: Stage): Promise<string>
}

export interface Stage {
  system: System
  images: HostileHost
  storefront: string
  /** Aborted once the attack has lasted long enough. */
  signal: AbortSignal
}
