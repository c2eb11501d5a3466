import type { DraftRowPage, RowQuery } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { decodeCursor, rowShape } from '../cursor.ts'
import { cutRows } from '../drafts/draft-view.ts'
import { listRows } from '../drafts/rows.sql.ts'
import { findRunWithDetails } from './run-details.ts'

/**
 * A page of the run's rows: those that were applied, and the rejected ones with their errors.
 * @throws ServiceError run_not_found, run_details_expired, invalid_request (cursor)
 */
export async function listRunRows(
  { database }: Context,
  input: RowQuery & { storefront_id: string; run_id: string },
): Promise<DraftRowPage> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const after = Number(decodeCursor(input.cursor, rowShape) ?? 0)
  const page = { kinds: input.kinds, handles: input.handles, after, limit: input.limit + 1 }
  // In one snapshot: the rows may be deleted concurrently.
  const rows = await database.transaction(
    async (snapshot) => await listRows(snapshot, await findRunWithDetails(snapshot, key), page),
    { isolationLevel: 'repeatable read' },
  )
  const { page: shown, nextCursor } = cutRows(rows, input.limit)
  return { rows: shown, next_cursor: nextCursor }
}
