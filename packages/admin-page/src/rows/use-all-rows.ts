import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { DraftRow } from '../api/client.ts'
import type { RowsQuery } from '../api/rows.ts'

interface AllRows {
  /** The rows loaded so far. */
  rows: readonly DraftRow[]
  isComplete: boolean
  error: Error | null
  retry: () => void
}

/** Loads all rows, so that search and filters need no request. `firstRows`: shown before the first answer. */
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
