import type { Context } from '../context.ts'
import type { DraftHead } from './draft-columns.ts'

/** Writes the event that the draft is stored (TEL-1). */
export function reportDraft(
  { events, metrics }: Pick<Context, 'events' | 'metrics'>,
  { storefrontId, content }: DraftHead,
  durationMs: number,
): void {
  metrics.draftSeconds.observe(durationMs / 1000)
  events.importDraftCreated({
    storefront_id: storefrontId,
    dialect: content.dialect,
    row_count: content.row_count,
    adds: content.adds,
    updates: content.updates,
    unchanged: content.unchanged,
    errors: content.errors,
    unknown_columns_count: content.unknown_columns_count,
    duration_ms: durationMs,
  })
}
