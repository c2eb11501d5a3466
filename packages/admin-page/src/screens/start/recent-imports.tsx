import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runsQuery } from '../../api/queries.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { RunsTable } from '../../components/runs-table.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './recent-imports.module.css'

const maxShown = 5

/** The newest imports; all of them are in the history. */
export function RecentImports() {
  const { t } = useI18n()
  const { data, error, refetch, isFetching } = useInfiniteQuery(runsQuery)
  const runs = data?.pages[0]?.runs
  return (
    <Panel
      title={t('start.recent')}
      isFlush
      aside={runs && runs.length > 0 && <Link to="/runs">{t('start.allImports')}</Link>}
    >
      {!runs && (
        <div className={styles.padded}>
          {error ? (
            <ProblemNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <Skeleton />
          )}
        </div>
      )}
      {runs?.length === 0 && (
        <EmptyState icon="clock" title={t('history.emptyTitle')}>
          <p>{t('history.emptyText')}</p>
        </EmptyState>
      )}
      {runs && runs.length > 0 && <RunsTable runs={runs.slice(0, maxShown)} label={t('start.recent')} />}
    </Panel>
  )
}
