import type { RefusalCounts } from './refused-images.ts'

/** How far an apply got. After `committing`, an error does not say whether the commit succeeded. */
export interface ApplyProgress {
  applyId: string
  reached: 'deciding' | 'applying' | 'committing'
  startedMs: number
  traceparent: string | null
  /** Refused images, which are settled in the apply's transaction. */
  refusals: RefusalCounts
  /** The error that ended the transaction; an error of the rollback would hide it. */
  failure?: unknown
}

export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}
