import type { ReactNode } from 'react'
import { ProblemNotice } from './problem-notice.tsx'

interface QueryProblemProps {
  query: {
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
    /** Of a list that is read page by page: the next page is what failed. */
    isFetchNextPageError?: boolean
    fetchNextPage?: () => Promise<unknown>
  }
  /** Further things to do. */
  children?: ReactNode
}

/** Why a query failed, and a button that asks again; nothing if it did not. */
export function QueryProblem({ query, children }: QueryProblemProps) {
  const { error, isFetching, refetch, isFetchNextPageError = false, fetchNextPage = refetch } = query
  if (error === null) return null
  const retry = isFetchNextPageError ? fetchNextPage : refetch
  return (
    <ProblemNotice error={error} onRetry={() => void retry()} isRetrying={isFetching}>
      {children}
    </ProblemNotice>
  )
}
