import { maxRows } from '@catalog/contracts'
import type { Context } from './context.ts'
import { openDraft } from './open-draft.ts'
import { errorsCsv } from './preview.ts'
import { readStoredFile } from './recheck-draft.ts'
import { listDraftRows } from './drafts.sql.ts'
import { wholeBody } from './prepare-draft.ts'
import { readCsv } from './read-csv.ts'

/**
 * The rejected rows as they were uploaded, with the columns that tell why; to be mended and uploaded again.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function exportDraftErrors(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  await openDraft(context, key)
  // Not as many as the draft has said: a recheck may reject more meanwhile.
  const rows = await listDraftRows(context.database, key, { kinds: ['error'], after: 0, limit: maxRows })
  const file = await readCsv(wholeBody(await readStoredFile(context.database, key)))
  return { head: {}, body: errorsCsv(file, rows) }
}
