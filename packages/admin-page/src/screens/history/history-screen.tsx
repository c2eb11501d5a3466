import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { runsQuery } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { NoRead } from '../../components/no-read.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { RunsTable } from '../../components/runs-table.tsx'
import { Screen } from '../../components/screen.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import styles from './history-screen.module.css'

const route = getRouteApi('/runs')

export function HistoryScreen() {
  const { t } = useI18n()
  const mayRead = useMay('catalog:read')
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const look = (text: string) =>
    void navigate({ search: text === '' ? {} : { q: text }, replace: true, resetScroll: false })
  const query = useInfiniteQuery({ ...runsQuery(q), enabled: mayRead, placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const runs = data?.pages.flatMap((page) => page.runs)
  return (
    <Screen
      title={t('history.title')}
      lead={t('history.lead')}
      aside={
        mayRead && (
          <SearchBox label={t('history.search')} placeholder={t('history.searchFor')} q={q} onSearch={look} />
        )
      }
    >
      {!mayRead && <NoRead />}
      <QueryProblem query={query} />
      {mayRead && !runs && !error && (
        <div className={styles.card}>
          <div className={styles.padded}>
            <Skeleton lines={6} />
          </div>
        </div>
      )}
      {runs && (
        <div className={styles.card}>
          {runs.length > 0 && <RunsTable runs={runs} label={t('history.title')} />}
          {runs.length === 0 && q === '' && (
            <EmptyState icon="clock" title={t('history.emptyTitle')}>
              <p>{t('history.emptyText')}</p>
              <ButtonLink kind="primary" icon="upload" to="/">
                {t('history.emptyAction')}
              </ButtonLink>
            </EmptyState>
          )}
          {runs.length === 0 && q !== '' && (
            <EmptyState icon="search" title={t('history.noneFound')}>
              <p>{t('history.noneFoundText')}</p>
              <Button onPress={() => look('')}>{t('history.showAll')}</Button>
            </EmptyState>
          )}
        </div>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('history.more')}
          </Button>
        </div>
      )}
      {!hasNextPage && data && data.pages.length > 1 && <p className={styles.end}>{t('history.end')}</p>}
    </Screen>
  )
}
