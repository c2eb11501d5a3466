import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import type { Context } from '../context.ts'
import { deleteDraft, rememberCancelled } from './write-drafts.sql.ts'
import { wasCancelled } from './drafts.sql.ts'
import type { DraftKey } from './draft-columns.ts'
import { draftNotFound } from './draft-errors.ts'
import { findOpenDraft } from './open-draft.ts'

/**
 * Deletes the draft. Within its hour, repeating the request gives the same answer.
 * @throws ServiceError draft_not_found, draft_expired, unavailable
 */
export async function cancelDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<Record<string, never>> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  // If there is nothing to delete, another request was faster: a cancel, or a confirm, which must not be reported as a
  // cancel.
  if (!(await cancelOpenDraft(context, key)) && !(await wasCancelled(context.database, key))) {
    throw draftNotFound()
  }
  return {}
}

async function cancelOpenDraft(context: Context, key: DraftKey): Promise<boolean> {
  const draft = await findOpenDraft(context, key)
  if (draft === undefined) return false
  return await context.database.transaction(async (transaction) => {
    await requireNotMoving(transaction, key.storefrontId)
    const isOurs = await deleteDraft(transaction, key)
    if (isOurs) await rememberCancelled(transaction, draft)
    return isOurs
  })
}
