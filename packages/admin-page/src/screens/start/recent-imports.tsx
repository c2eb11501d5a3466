import type { RunPage } from '@catalog/contracts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isTransient } from '../../api/problem.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { NoRead } from '../../components/no-read.tsx'
import { Panel } from '../../components/panel.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { RunsTable } from '../../components/runs-table.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { ImportsChart } from './imports-chart.tsx'
import styles from './recent-imports.module.css'

const maxShown = 5

/** The newest imports; the history has all of them. */
export function RecentImports({ query }: { query: UseInfiniteQueryResult<InfiniteData<RunPage>> }) {
  const { t } = useI18n()
  const mayRead = useMay('catalog:read')
  const { data, error } = query
  const runs = data?.pages[0]?.runs
  return (
    <Panel
      title={t('start.recent')}
      isFlush
      aside={runs && runs.length > 0 && <Link to="/runs">{t('start.allImports')}</Link>}
    >
      {!runs && (
        <div className={styles.padded}>
          {!mayRead && <NoRead />}
          {isTransient(error) ? (
            <p className="quiet">{t('common.notNow')}</p>
          ) : (
            <QueryProblem query={query} />
          )}
        </div>
      )}
      {runs?.length === 0 && (
        <EmptyState icon="clock" title={t('history.emptyTitle')}>
          <p>{t('history.emptyText')}</p>
        </EmptyState>
      )}
      {runs && <ImportsChart runs={runs} />}
      {runs && runs.length > 0 && <RunsTable runs={runs.slice(0, maxShown)} label={t('start.recent')} />}
    </Panel>
  )
}
