import type { DraftRow } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { RowsQuery } from '../api/rows.ts'

/**
 * Loads all rows, so that search and filters need no request. `rows`: those loaded so far, `firstRows` before the first
 * answer.
 */
export function useAllRows(options: RowsQuery, firstRows: readonly DraftRow[]) {
  const query = useInfiniteQuery(options)
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const wantsMore = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? firstRows, [data, firstRows])
  return { rows, isComplete: data !== undefined && !hasNextPage, query }
}
