import type { DraftPage } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { cutPage, decodeCursor, idShape } from '../cursor.ts'
import { toDraftSummary } from './draft-view.ts'
import { listOpenDrafts } from './drafts.sql.ts'

/**
 * The storefront's open drafts, of all callers, newest first.
 * @throws ServiceError invalid_request (cursor)
 */
export async function listDrafts(
  { database, now }: Context,
  input: { storefront_id: string; limit: number; cursor: string | null },
): Promise<DraftPage> {
  const before = decodeCursor(input.cursor, idShape)
  const limit = input.limit + 1
  const heads = await listOpenDrafts(database, input.storefront_id, { before, limit, now: now() })
  const drafts = heads.map(toDraftSummary)
  const { page, nextCursor } = cutPage(drafts, input.limit, (draft) => draft.draft_id)
  return { drafts: page, next_cursor: nextCursor }
}
