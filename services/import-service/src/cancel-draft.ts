import type { Context } from './context.ts'
import { deleteDraft, rememberCancelled, wasCancelled } from './drafts.sql.ts'
import { draftNotFound, openDraft } from './open-draft.ts'

/**
 * Deletes the draft. Within its hour, cancelling it again is answered in the same way.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function cancelDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<Record<string, never>> {
  const { database } = context
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  if (await wasCancelled(database, key)) return {}
  const draft = await openDraft(context, key)
  const deleted = await database.transaction(async (transaction) => {
    const isOurs = await deleteDraft(transaction, key)
    if (isOurs) await rememberCancelled(transaction, draft)
    return isOurs
  })
  // Somebody was faster: by cancelling it, or by a confirm, which must not be taken for cancelled.
  if (!deleted && !(await wasCancelled(database, key))) throw draftNotFound()
  return {}
}
