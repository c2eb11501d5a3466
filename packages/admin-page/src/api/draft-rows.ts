import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'
import type { Draft } from './client.ts'

/** The API's largest page. */
const pageRows = 500

/** Every row of a draft, page by page; read again once the draft was rechecked. */
export const draftRowsQuery = ({ draft_id: draftId, created_at: createdAt }: Draft) =>
  infiniteQueryOptions({
    queryKey: ['drafts', draftId, 'rows', createdAt],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/api/products/imports/{draft_id}/rows', {
          params: {
            path: { draft_id: draftId },
            query: { limit: pageRows, ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    // The rows of one preview never change.
    staleTime: Infinity,
  })
