import type { RunPage, RunQuery } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { cutPage, decodeCursor, idShape } from '../cursor.ts'
import { toRunSummary } from './run-view.ts'
import { listRuns as findRuns } from './runs.sql.ts'

/**
 * A page of the storefront's runs.
 * @throws ServiceError invalid_request (cursor)
 */
export async function listRuns(
  { database, runDetailDays }: Context,
  { storefront_id, cursor, limit, ...filters }: RunQuery & { storefront_id: string },
): Promise<RunPage> {
  const last = decodeCursor(cursor, idShape)
  const runs = await findRuns(database, storefront_id, { ...filters, last, limit: limit + 1 })
  const { page, nextCursor } = cutPage(runs, limit, (run) => run.runId)
  return { runs: page.map((run) => toRunSummary(run, runDetailDays)), next_cursor: nextCursor }
}
