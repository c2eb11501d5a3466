import type { DraftRowPage, RowQuery } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { decodeCursor, rowShape } from '../cursor.ts'
import { cutRows } from './draft-view.ts'
import { readDraft } from './open-draft.ts'

/** @throws ServiceError draft_not_found, draft_expired, invalid_request (cursor) */
export async function listDraftRows(
  context: Context,
  input: RowQuery & { storefront_id: string; draft_id: string },
): Promise<DraftRowPage> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const after = Number(decodeCursor(input.cursor, rowShape) ?? 0)
  const { kinds, handles, limit } = input
  const { rows } = await readDraft(context, key, { kinds, handles, after, limit: limit + 1 })
  const { page, nextCursor } = cutRows(rows, limit)
  return { rows: page, next_cursor: nextCursor }
}
