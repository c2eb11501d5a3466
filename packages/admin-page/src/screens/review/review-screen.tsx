import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { draftQuery } from '../../api/queries.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

const route = getRouteApi('/imports/$draftId')

export function ReviewScreen() {
  const { t } = useI18n()
  const { draftId } = route.useParams()
  const { data: draft, error, refetch } = useQuery(draftQuery(draftId))
  return (
    <Screen title={t('review.title')}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!draft && !error && <Skeleton />}
      {draft && (
        <p>
          {t('review.rows', { count: draft.row_count })},{' '}
          {t('review.products', { count: draft.product_count })}
        </p>
      )}
    </Screen>
  )
}
