import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemNotice } from './problem-notice.tsx'

interface QueryProblemProps {
  query: UseQueryResult | UseInfiniteQueryResult
  /** Further things to do. */
  children?: ReactNode
}

/** Why a query failed, and a button that asks again; nothing if it did not. */
export function QueryProblem({ query, children }: QueryProblemProps) {
  const { error, isFetching, refetch } = query
  if (error === null) return null
  // Of a list that is read page by page, it may be the next page that failed.
  const retry = 'fetchNextPage' in query && query.isFetchNextPageError ? query.fetchNextPage : refetch
  return (
    <ProblemNotice error={error} onRetry={() => void retry()} isRetrying={isFetching}>
      {children}
    </ProblemNotice>
  )
}
