import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from '../../api/problem.ts'
import { summaryQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useMay } from '../../session/session.ts'

/** Says once for the whole screen that the service is unavailable; the panels wait quietly. */
export function ServiceAway() {
  const queryClient = useQueryClient()
  const mayRead = useMay('catalog:read')
  const { error, isFetching } = useQuery({ ...summaryQuery, enabled: mayRead })
  if (!(error instanceof ApiError) || !isPassing(error)) return null
  return (
    <ProblemNotice error={error} onRetry={() => void queryClient.refetchQueries()} isRetrying={isFetching} />
  )
}
