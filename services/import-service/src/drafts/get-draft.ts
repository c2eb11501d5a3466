import type { Draft } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { firstRowCount, toDraft } from './draft-view.ts'
import { readDraft } from './open-draft.ts'

/** @throws ServiceError draft_not_found, draft_expired */
export async function getDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<Draft> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { head, rows } = await readDraft(context, key, { kinds: [], after: 0, limit: firstRowCount })
  return toDraft(head, rows)
}
