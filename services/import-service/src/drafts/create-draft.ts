import { v7 as newId } from 'uuid'
import type { Draft } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { toDraft } from './draft-view.ts'
import { sweepExpiredDrafts } from './drafts.sql.ts'

/**
 * Takes an uploaded CSV, previews what it would change and stores that as a draft for one hour.
 * @throws ServiceError file_too_large, unavailable, too_complex, and what `storeDraft` throws of a file
 */
export async function createDraft(
  { database, files, events, metrics, now }: Context,
  input: { storefront_id: string },
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  const startedMs = performance.now()
  await sweepExpiredDrafts(database, now())
  const key = { storefrontId: input.storefront_id, draftId: newId() }
  const { head, firstRows } = await files.storeUpload({ key, signal, now }, body)
  const durationMs = Math.round(performance.now() - startedMs)
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
  return toDraft(head, firstRows)
}
