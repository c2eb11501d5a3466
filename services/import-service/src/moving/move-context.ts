import type { Database } from '../postgres/database.ts'
import type { Objects } from './copy-objects.ts'

/** One of the two installations. */
export interface Side {
  database: Database
  /** Of the storefront. */
  objects: Objects
}

export interface Sides {
  source: Side
  target: Side
}

export interface MoveContext extends Sides {
  /** Resolves once all requests of the storefront go to the target; it may be called again. */
  switchRequests: () => Promise<void>
  wait: (ms: number, reason: string) => Promise<unknown>
  /** Called at each step, and on the way with how far it is. */
  report: (step: string, fields?: Record<string, unknown>) => void
}

/** The storefront is not moved, for a reason that the operator can do something about; the message is for them. */
export class NotMoved extends Error {
  override readonly name = 'NotMoved'
}
