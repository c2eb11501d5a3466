import type { Outcome, RunPage, RunSummary } from '@catalog/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import { pagesOf } from './pages.ts'
import { pollingPauseMs } from './polling.ts'

// Keys begin with the resource's name; `['runs']` invalidates the history and every run.

export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/products/summary', { signal })),
})

/** Which runs the history lists; `q`: part of the file's name, `person`: the id of who applied it. */
export interface RunFilters {
  q?: string
  status?: RunSummary['status']
  person?: string
  since?: string
  until?: string
}

export const runsQuery = (filters: RunFilters = {}) => ({
  ...pagesOf(['runs', 'list', JSON.stringify(filters)], (page, signal) => {
    const query = { limit: 25, ...filters, ...page }
    return answerOf(api.GET('/api/products/imports/runs', { params: { query }, signal }))
  }),
  // While images are fetched, the list is alive.
  refetchInterval: ({ state }: { state: { data?: InfiniteData<RunPage> | undefined } }) =>
    state.data?.pages.some(({ runs }) => runs.some(({ status }) => status === 'fetching_images'))
      ? 10_000
      : false,
})

/** Polled while images are fetched: often at first, less often the longer it is watched. */
export const runQuery = (runId: string, watchedSince: number) =>
  queryOptions({
    queryKey: ['runs', runId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/products/imports/runs/{run_id}', { params: { path: { run_id: runId } }, signal }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.status === 'fetching_images' ? pollingPauseMs(watchedSince, Date.now()) : false,
    // The window's title shows the progress even in a tab in the background.
    refetchIntervalInBackground: true,
  })

/** Images of a run that are shown at first. */
export const firstImages = 24

export const runImagesQuery = (runId: string, outcome: Outcome | undefined) =>
  pagesOf(['runs', runId, 'images', outcome ?? 'all'], (page, signal) => {
    // A few at first: the products stand below them.
    const limit = page.cursor === undefined ? firstImages : 100
    const params = { path: { run_id: runId }, query: { ...(outcome && { outcome }), limit, ...page } }
    return answerOf(api.GET('/api/products/imports/runs/{run_id}/images', { params, signal }))
  })

/** Previews of the storefront that are neither applied nor discarded, newest first. */
export const openDraftsQuery = pagesOf(['drafts', 'open'], (page, signal) =>
  answerOf(api.GET('/api/products/imports', { params: { query: { limit: 5, ...page } }, signal })),
)

export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: ['drafts', draftId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/products/imports/{draft_id}', { params: { path: { draft_id: draftId } }, signal }),
      ),
    // The first request for an expired draft is answered 410 and deletes it; the next would be answered 404.
    retryOnMount: false,
    refetchOnWindowFocus: ({ state }) => state.error === null,
  })

/** The storefront’s remembered mappings, last used first. */
export const rememberedMappingsQuery = pagesOf(['mappings'], (page, signal) =>
  answerOf(api.GET('/api/products/imports/mappings', { params: { query: { limit: 20, ...page } }, signal })),
)
