import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { DraftRow } from '../api/client.ts'
import type { RowsQuery } from '../api/rows.ts'

interface AllRows {
  /** Those that are there so far. */
  rows: readonly DraftRow[]
  isComplete: boolean
  error: Error | null
  retry: () => void
}

/** All rows, so that search and filter need no request. `firstRows`: what is known before the first answer. */
export function useAllRows(query: RowsQuery, firstRows: readonly DraftRow[]): AllRows {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(query)
  const wantsMore = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? firstRows, [data, firstRows])
  return {
    rows,
    isComplete: data !== undefined && !hasNextPage,
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
