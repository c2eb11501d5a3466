import { infiniteQueryOptions } from '@tanstack/react-query'

/** A list of the API, page by page: `read` gets the part of the query that leads to a page. */
export function pagesOf<Page extends { next_cursor: string | null }>(
  queryKey: readonly string[],
  read: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  })
}
