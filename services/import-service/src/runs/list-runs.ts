import type { RunPage } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { cutPage, decodeCursor, idShape } from '../cursor.ts'
import { toRunSummary } from './run-view.ts'
import { listRuns as findRuns } from './runs.sql.ts'

/**
 * A page of the storefront's runs, newest first.
 * @throws ServiceError invalid_request (cursor)
 */
export async function listRuns(
  { database, runDetailDays }: Context,
  input: { storefront_id: string; q: string | null; limit: number; cursor: string | null },
): Promise<RunPage> {
  const before = decodeCursor(input.cursor, idShape)
  const runs = await findRuns(database, input.storefront_id, {
    before,
    namePart: input.q,
    limit: input.limit + 1,
  })
  const { page, nextCursor } = cutPage(runs, input.limit, (run) => run.runId)
  return { runs: page.map((run) => toRunSummary(run, runDetailDays)), next_cursor: nextCursor }
}
