import type { ImageHost } from '../support/image-host.ts'
import type { System } from '../support/system.ts'

/** What one storefront does; the others must not feel it. */
export interface Attack {
  name: string
  /** Begins with storefronts of its own, all of whose names begin with `storefront`. Answers what it was answered. */
  run(stage: Stage): Promise<string>
}

export interface Stage {
  system: System
  images: ImageHost
  storefront: string
  /** Aborted where the attack has gone on for long enough. */
  signal: AbortSignal
}
