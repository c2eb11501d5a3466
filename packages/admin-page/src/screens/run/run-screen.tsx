import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { runQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

const route = getRouteApi('/runs/$runId')

export function RunScreen() {
  const { t, format } = useI18n()
  const { runId } = route.useParams()
  const { data: run, error, refetch } = useQuery(runQuery(runId))
  const title = run ? t('run.titleOf', { when: format.dateTime(run.created_at) }) : t('run.title')
  return (
    <Screen title={title}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!run && !error && <Skeleton />}
    </Screen>
  )
}
