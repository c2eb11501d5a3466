import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isTransient } from '../../api/problem.ts'
import { summaryQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useMay } from '../../session/session.ts'

/** Says once for the whole screen that the service is unavailable; the panels show no error of their own. */
export function ServiceUnavailable() {
  const queryClient = useQueryClient()
  const mayRead = useMay('catalog:read')
  const { error, isFetching } = useQuery({ ...summaryQuery, enabled: mayRead })
  if (!isTransient(error)) return null
  return (
    <ProblemNotice error={error} onRetry={() => void queryClient.refetchQueries()} isRetrying={isFetching} />
  )
}
