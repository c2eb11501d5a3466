import type { Context } from './context.ts'
import { deleteDraft } from './drafts.sql.ts'

/**
 * Deletes the draft. Where there is none (any more, or of this storefront) there is nothing left to do, and the answer
 * is the same.
 */
export async function cancelDraft(
  { database }: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<Record<string, never>> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  await database.transaction((transaction) => deleteDraft(transaction, key))
  return {}
}
