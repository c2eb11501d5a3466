import type { System } from '../support/system.ts'
import type { HostileHost } from './hostile-host.ts'

/** What one storefront does; the others must not feel it. */
export interface Attack {
  name: string
  /** It takes long without computing much: it runs beside many others. */
  waits?: boolean
  /** Uses storefronts of its own, whose names all begin with `storefront`. Answers what it was answered. */
  run(stage: Stage): Promise<string>
}

export interface Stage {
  system: System
  images: HostileHost
  storefront: string
  /** Aborted where the attack has gone on for long enough. */
  signal: AbortSignal
}
