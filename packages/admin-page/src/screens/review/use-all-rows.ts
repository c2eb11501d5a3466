import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Draft, DraftRow } from '../../api/client.ts'
import { draftRowsQuery } from '../../api/draft-rows.ts'

interface AllRows {
  /** Those that are there so far; the first page of them comes with the draft. */
  rows: readonly DraftRow[]
  isComplete: boolean
  error: Error | null
  retry: () => void
}

/** All rows of the draft, so that search and filter need no request. */
export function useAllRows(draft: Draft): AllRows {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(draftRowsQuery(draft))
  const wantsMore = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  const rows = useMemo(
    () => data?.pages.flatMap((page) => page.rows) ?? draft.preview.rows,
    [data, draft.preview.rows],
  )
  return {
    rows,
    isComplete: data !== undefined && !hasNextPage,
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
