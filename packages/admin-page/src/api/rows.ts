import type { Draft, DraftRowPage } from '@catalog/contracts'
import { answerOf, api } from './client.ts'
import { pagesOf } from './pages.ts'

/** The API's largest page size. */
const limit = 500

/** Every row of a draft, page by page; read again after a recheck. */
export const draftRowsQuery = ({ draft_id: draftId, created_at: createdAt }: Draft) =>
  rowsQuery(['drafts', draftId, 'rows', createdAt], (page, signal) =>
    answerOf(
      api.GET('/api/products/imports/{draft_id}/rows', {
        params: { path: { draft_id: draftId }, query: page },
        signal,
      }),
    ),
  )

/** The rows that a run applied or left out, page by page. */
export const runRowsQuery = (runId: string) =>
  rowsQuery(['run-rows', runId], (page, signal) =>
    answerOf(
      api.GET('/api/products/imports/runs/{run_id}/rows', {
        params: { path: { run_id: runId }, query: { kind: ['add', 'update', 'error'], ...page } },
        signal,
      }),
    ),
  )

export type RowsQuery = ReturnType<typeof rowsQuery>

function rowsQuery(
  queryKey: readonly string[],
  read: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<DraftRowPage>,
) {
  // The rows of one preview, or of a run, never change.
  return { ...pagesOf(queryKey, (page, signal) => read({ limit, ...page }, signal)), staleTime: Infinity }
}
