import { useQuery } from '@tanstack/react-query'
import { summaryQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

export function StartScreen() {
  const { t } = useI18n()
  const { data: summary, error, refetch } = useQuery(summaryQuery)
  return (
    <Screen title={t('start.title')} lead={t('start.lead')}>
      <Panel title={t('start.exportTitle')}>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {!summary && !error && <Skeleton lines={1} />}
        {summary && <p>{t('start.exportCount', { count: summary.product_count })}</p>}
      </Panel>
    </Screen>
  )
}
