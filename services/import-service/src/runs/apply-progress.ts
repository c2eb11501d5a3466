import type { ApplyKey } from './applies.sql.ts'
import type { RefusalCounts } from './refused-images.ts'

/** How far an apply came. After `committing` an error no longer says whether it landed. */
export interface ApplyProgress {
  apply: ApplyKey
  reached: 'deciding' | 'applying' | 'committing'
  startedMs: number
  traceparent: string | null
  /** Images that are settled with the apply. */
  refusals: RefusalCounts
  /** What ended the transaction; a rollback that fails as well would hide it. */
  failure?: unknown
}

export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}
