import type { Context } from '../context.ts'
import { decompressParts } from './compression.ts'
import { draftNotFound, draftOfReleaseBefore } from './draft-errors.ts'
import { readDraftErrors } from './drafts.sql.ts'
import { openDraft } from './open-draft.ts'

/**
 * The rejected rows as uploaded, with the columns that say why, to be corrected and uploaded again.
 * @throws ServiceError draft_not_found, draft_expired, unavailable
 */
export async function exportDraftErrors(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  await openDraft(context, key)
  const report = await readDraftErrors(context.database, key)
  if (report === undefined) throw draftNotFound()
  if (report === null) throw draftOfReleaseBefore()
  return { head: {}, body: decompressParts(report) }
}
