import { useDeferredValue, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { DraftRow } from '../api/client.ts'
import type { RowsQuery } from '../api/rows.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Panel } from '../components/panel.tsx'
import { ProblemNotice } from '../components/problem-notice.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ErrorReport } from './error-report.tsx'
import { KindFilter } from './kind-filter.tsx'
import type { KindCounts } from './kind-filter.tsx'
import { filterProducts, groupByProduct } from './product-groups.ts'
import { ProductsTable } from './products-table.tsx'
import type { RowSearch } from './row-search.ts'
import { useAllRows } from './use-all-rows.ts'
import styles from './rows.module.css'

const noRows: readonly DraftRow[] = []

interface RowsProps {
  query: RowsQuery
  firstRows?: readonly DraftRow[]
  /** Of the kinds that there are. */
  counts: KindCounts
  /** Of the API: the rows with errors. */
  reportPath: string
  /** It has happened; else it would happen. */
  isApplied: boolean
  search: RowSearch
  onSearch: (search: RowSearch, options: { replace: boolean }) => void
  /** Below the counts. */
  children?: ReactNode
}

/** Every row of a draft or a run: counted by kind, filtered, looked up, opened. */
export function Rows({
  query,
  firstRows = noRows,
  counts,
  reportPath,
  isApplied,
  search,
  onSearch,
  children,
}: RowsProps) {
  const { t } = useI18n()
  const { rows, isComplete, error, retry } = useAllRows(query, firstRows)
  const groups = useMemo(() => groupByProduct(rows), [rows])
  const shown = useDeferredValue(search)
  const found = useMemo(() => filterProducts(groups, shown), [groups, shown])
  const { error: errors = 0 } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {Object.keys(counts).length > 1 && (
        <KindFilter
          counts={counts}
          show={search.show}
          onShow={(show) =>
            onSearch(
              { ...(show && { show }), ...(search.q !== undefined && { q: search.q }) },
              { replace: false },
            )
          }
        />
      )}
      {children}
      {errors > 0 && (
        <ErrorReport
          path={reportPath}
          count={errors}
          rows={rows}
          isComplete={isComplete}
          isApplied={isApplied}
        />
      )}
      <Panel
        title={t('rows.productsTitle')}
        aside={
          <SearchBox
            label={t('rows.search')}
            placeholder={t('rows.searchFor')}
            q={search.q ?? ''}
            onSearch={(q) =>
              onSearch(
                { ...(search.show && { show: search.show }), ...(q !== '' && { q }) },
                { replace: true },
              )
            }
          />
        }
        isFlush
      >
        {error && <ProblemNotice error={error} onRetry={retry} />}
        {!isComplete && !error && (
          <div className={styles.loading}>
            <ProgressBar
              label={t('rows.loadingRows')}
              percent={(100 * rows.length) / Math.max(1, total)}
              detail={t('rows.loadedRows', { loaded: rows.length, total })}
            />
          </div>
        )}
        {found.length > 0 && (
          <ProductsTable
            key={shown.show ?? 'all'}
            groups={found}
            show={shown.show}
            happens={t(isApplied ? 'rows.whatHappened' : 'rows.whatHappens')}
          />
        )}
        {found.length === 0 && isComplete && (
          <EmptyState icon="search" title={t('rows.noneFound')}>
            <p>{t('rows.noneFoundText')}</p>
            <Button onPress={() => onSearch({}, { replace: false })}>{t('rows.showAll')}</Button>
          </EmptyState>
        )}
      </Panel>
    </>
  )
}
