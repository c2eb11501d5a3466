import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { runsQuery } from '../../api/queries.ts'
import type { RunFilters } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { NoRead } from '../../components/no-read.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { RunsTable } from '../../components/runs-table.tsx'
import { Screen } from '../../components/screen.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useUndo } from '../../components/use-open-draft.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { HistoryFilters } from './history-filters.tsx'
import { filtersOf, readHistorySearch } from './history-search.ts'
import styles from './history-screen.module.css'

const route = getRouteApi('/runs')

export function HistoryScreen() {
  const { t } = useI18n()
  const mayRead = useMay('catalog:read')
  const mayPropose = useMay('catalog:propose')
  const search = route.useSearch()
  const { q = '' } = search
  const navigate = route.useNavigate()
  const ask = (next: RunFilters) => void navigate({ search: next, replace: true, resetScroll: false })
  // What filters nothing is left out of the address.
  const change = (name: keyof RunFilters, value: string) =>
    ask(readHistorySearch({ ...search, [name]: value }))
  const isFiltered = Object.keys(search).length > 0
  const undo = useUndo()
  const query = useInfiniteQuery({
    ...runsQuery(filtersOf(search)),
    enabled: mayRead,
    placeholderData: keepPreviousData,
  })
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const runs = data?.pages.flatMap((page) => page.runs)
  const people = runs?.flatMap(({ confirmed_by: person }) => person ?? []) ?? []
  return (
    <Screen
      title={t('history.title')}
      lead={t('history.lead')}
      aside={
        mayRead && (
          <SearchBox
            label={t('history.search')}
            placeholder={t('history.searchFor')}
            q={q}
            onSearch={(text) => change('q', text)}
          />
        )
      }
    >
      {!mayRead && <NoRead />}
      {mayRead && <HistoryFilters filters={search} people={people} onChange={change} />}
      {undo.error && <ProblemNotice error={undo.error} />}
      <QueryProblem query={query} />
      {mayRead && !runs && !error && (
        <div className={classNames('card', styles.card)}>
          <div className={styles.padded}>
            <Skeleton lines={6} />
          </div>
        </div>
      )}
      {runs && (
        <div className={classNames('card', styles.card)}>
          {runs.length > 0 && (
            <RunsTable runs={runs} label={t('history.title')} {...(mayPropose && { undo })} />
          )}
          {runs.length === 0 && !isFiltered && (
            <EmptyState icon="clock" title={t('history.emptyTitle')}>
              <p>{t('history.emptyText')}</p>
              <ButtonLink kind="primary" icon="upload" to="/">
                {t('history.emptyAction')}
              </ButtonLink>
            </EmptyState>
          )}
          {runs.length === 0 && isFiltered && (
            <EmptyState icon="search" title={t('history.noneFound')}>
              <p>{t('history.noneFoundText')}</p>
              <Button onPress={() => ask({})}>{t('history.showAll')}</Button>
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
