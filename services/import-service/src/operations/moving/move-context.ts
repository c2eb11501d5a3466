import type { Database } from '../../postgres/database.ts'
import type { Objects } from './copy-objects.ts'

/** One of the two installations. */
export interface Side {
  database: Database
  /** The storefront's objects. */
  objects: Objects
}

export interface Sides {
  source: Side
  target: Side
}

export interface MoveContext extends Sides {
  /** Resolves once all requests for the storefront go to the target; may be called again. */
  switchRequests: () => Promise<void>
  wait: (ms: number, reason: string) => Promise<unknown>
  /** Called at each step, and repeatedly during a step with its progress. */
  report: (step: string, fields?: Record<string, unknown>) => void
}

/** The storefront was not moved, for a reason that the operator can act on; the message is for the operator. */
export class NotMoved extends Error {
  override readonly name = 'NotMoved'
}
