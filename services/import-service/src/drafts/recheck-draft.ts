import type { Draft } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { toDraft } from './draft-view.ts'
import { openDraft } from './open-draft.ts'
import { readStoredFile } from './stored-file.ts'

/**
 * Previews the stored file afresh against today's catalog; the draft keeps its id and gets a new hour, which counts from
 * its new `created_at`.
 * @throws ServiceError draft_not_found, draft_expired, unavailable, too_complex
 */
export async function recheckDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  const { database, files, now } = context
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { rowCount } = await openDraft(context, key)
  const load = () => readStoredFile(database, key)
  const { head, firstRows } = await files.storeAgain({ key, rows: rowCount, signal, now }, load)
  return toDraft(head, firstRows)
}
