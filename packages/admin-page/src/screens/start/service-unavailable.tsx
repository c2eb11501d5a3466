import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isTransient } from '../../api/problem.ts'
import { summaryQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useMay } from '../../session/session.ts'

/** Shown once for the whole screen if the service is unavailable; the panels then show no error. */
export function ServiceUnavailable() {
  const queryClient = useQueryClient()
  const mayRead = useMay('catalog:read')
  const { error, isFetching } = useQuery({ ...summaryQuery, enabled: mayRead })
  if (!isTransient(error)) return null
  return (
    <ProblemNotice error={error} onRetry={() => void queryClient.refetchQueries()} isRetrying={isFetching} />
  )
}
