import type { Context } from '../context.ts'
import type { RefusalCounts } from './refused-images.ts'
import type { StoredRun } from './runs.sql.ts'

/** How far an apply came. After `committing` an error no longer says whether it landed. */
export interface ApplyProgress {
  reached: 'deciding' | 'applying' | 'committing'
  startedMs: number
  traceparent: string | null
  /** Images that are settled with the apply. */
  refusals: RefusalCounts
  /** What ended the transaction; a rollback that fails as well would hide it. */
  failure?: unknown
}

/** Says that the apply is committed (TEL-2). */
export function reportApplied(
  { events, metrics }: Context,
  run: StoredRun,
  { startedMs }: ApplyProgress,
): void {
  const seconds = secondsSince(startedMs)
  metrics.applySeconds.observe({ outcome: 'applied' }, seconds)
  events.importRunCompleted({
    run_id: run.runId,
    storefront_id: run.storefrontId,
    added: run.added,
    updated: run.updated,
    errored: run.errored,
    duration_ms: Math.round(seconds * 1000),
  })
}

export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}
