import type { Context } from '../context.ts'
import type { DraftHead } from './drafts.sql.ts'

/** Writes the event that the draft is stored (TEL-1). */
export function reportDraft(
  { events, metrics }: Pick<Context, 'events' | 'metrics'>,
  head: DraftHead,
  durationMs: number,
): void {
  metrics.draftSeconds.observe(durationMs / 1000)
  events.importDraftCreated({
    storefront_id: head.storefrontId,
    dialect: head.dialect,
    row_count: head.rowCount,
    adds: head.adds,
    updates: head.updates,
    unchanged: head.unchanged,
    errors: head.errors,
    unknown_columns_count: head.unknownColumnsCount,
    duration_ms: durationMs,
  })
}
