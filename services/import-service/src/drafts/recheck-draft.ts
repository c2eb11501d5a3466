import type { Draft } from '@catalog/contracts'
import { decompress } from './compression.ts'
import type { Context } from '../context.ts'
import type { Database } from '../postgres/database.ts'
import { toDraft } from './draft-view.ts'
import { readDraftFile } from './drafts.sql.ts'
import type { DraftKey } from './drafts.sql.ts'
import { draftNotFound, openDraft } from './open-draft.ts'

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

/** The draft's upload, as it was. */
export async function readStoredFile(database: Database, key: DraftKey): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readDraftFile(database, key)
  if (bytes === undefined) throw draftNotFound()
  return new Uint8Array(await decompress(bytes))
}
