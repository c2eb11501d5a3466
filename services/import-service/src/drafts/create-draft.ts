import { v7 as newId } from 'uuid'
import type { Draft, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { toDraft } from './draft-view.ts'
import { sweepExpiredDrafts } from './drafts.sql.ts'
import { reportDraft } from './report-draft.ts'

/**
 * Takes an uploaded CSV, previews what it would change and stores that as a draft for one hour.
 * @throws ServiceError file_too_large, unavailable, too_complex, and what `storeDraft` throws of a file
 */
export async function createDraft(
  { database, files, events, metrics, now, letGo }: Context,
  input: { storefront_id: string; file_name?: string | null; caller?: Person | null },
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  const startedMs = performance.now()
  await sweepExpiredDrafts(database, now())
  const key = { storefrontId: input.storefront_id, draftId: newId() }
  const source = { fileName: input.file_name ?? null, createdBy: input.caller ?? null, undoes: null }
  const { head, firstRows } = await files.storeUpload({ key, source, signal, now }, body)
  letGo(key.storefrontId)
  reportDraft({ events, metrics }, head, Math.round(performance.now() - startedMs))
  return toDraft(head, firstRows)
}
