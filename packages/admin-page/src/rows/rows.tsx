import type { DraftRow, Tally } from '@catalog/contracts'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { RowsQuery } from '../api/rows.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Panel } from '../components/panel.tsx'
import { ProgressBar } from '../components/progress-bar.tsx'
import { QueryProblem } from '../components/query-problem.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { CauseFilter } from './cause-filter.tsx'
import { ErrorReport } from './error-report.tsx'
import { FacetFilter } from './facet-filter.tsx'
import { findProducts, indexOfRow } from './find-products.ts'
import { KindFilter } from './kind-filter.tsx'
import type { KindCounts } from './kind-filter.tsx'
import { facetsIn, groupByProduct } from './product-groups.ts'
import { orderOf, sortProducts } from './product-order.ts'
import { ProductsTable } from './products-table.tsx'
import type { AskedRow } from './products-table.tsx'
import { ShowRow } from './row-link.tsx'
import { changedSearch, rowKinds } from './row-search.ts'
import type { RowSearch, SearchChange } from './row-search.ts'
import { SortChoice } from './sort-choice.tsx'
import { outcomeText } from './tally.ts'
import { useAllRows } from './use-all-rows.ts'
import styles from './rows.module.css'

const noRows: readonly DraftRow[] = []

interface RowsProps {
  query: RowsQuery
  firstRows?: readonly DraftRow[]
  /** Counts of the kinds that exist. */
  counts: KindCounts
  /** Null of an earlier release. */
  tally: Tally | null
  /** The API's path of the rows with errors. */
  reportPath: string
  /** The rows were applied; otherwise they are a preview. */
  isApplied: boolean
  search: RowSearch
  onSearch: (search: RowSearch, options: { replace: boolean }) => void
  /** Shown below the counts. */
  children?: ReactNode
}

/** All rows of a draft or a run, with counts by kind, filters, search and details. */
export function Rows({
  query,
  firstRows = noRows,
  counts,
  tally,
  reportPath,
  isApplied,
  search,
  onSearch,
  children,
}: RowsProps) {
  const { t } = useI18n()
  const { rows, isComplete, query: reading } = useAllRows(query, firstRows)
  const groups = useMemo(() => groupByProduct(rows), [rows])
  const facets = useMemo(() => facetsIn(groups), [groups])
  const rowWord = t('rows.rowNumber', { row: '' })
  const shown = useDeferredValue(search)
  const findings = useMemo(() => findProducts(groups, shown, rowWord), [groups, shown, rowWord])
  // Until all rows are loaded, keep the file's order, so that nothing is inserted in between.
  const order = isComplete ? orderOf(findings.products, shown.sort) : (shown.sort ?? 'file')
  const products = useMemo(() => sortProducts(findings.products, order), [findings, order])
  const [asked, setAsked] = useState<AskedRow>({ row: undefined, times: 0 })

  const { error: errors = 0 } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { show, q = '', has = [], cause } = search
  const isNarrowed = q !== '' || has.length > 0 || cause !== undefined

  /** Filters that would hide the requested row are removed. */
  const ask = (next: RowSearch, options: { replace: boolean }) => {
    const { row, sort } = next
    if (row === undefined) return onSearch(next, options)
    setAsked({ row, times: asked.times + 1 })
    const isFound = indexOfRow(findProducts(groups, next, rowWord).products, row) >= 0
    onSearch(isFound ? next : changedSearch({}, { row, sort }), options)
  }
  const change = (part: SearchChange, replace = false) => ask(changedSearch(search, part), { replace })
  const outcome = isApplied || tally === null ? null : outcomeText(t, tally, errors)
  return (
    <ShowRow value={(wanted) => ask({ ...search, row: wanted }, { replace: false })}>
      <div className={styles.filters}>
        {Object.keys(counts).length > 1 && (
          <KindFilter
            kinds={rowKinds.filter((kind) => counts[kind] !== undefined)}
            countOf={(kind) => {
              const found = findings.kinds[kind]
              return {
                rows: isNarrowed ? found.rows : kind === 'all' ? total : (counts[kind] ?? 0),
                products: isNarrowed || isComplete ? found.products : null,
              }
            }}
            show={show}
            onShow={(kind) => change({ show: kind })}
          />
        )}
        {facets.size > 0 && (
          <FacetFilter
            of={facets}
            counts={findings.facets}
            has={has}
            onHas={(next) => change({ has: next })}
          />
        )}
      </div>
      {outcome !== null && <p className={styles.outcome}>{outcome}</p>}
      {children}
      {errors > 0 && (
        <ErrorReport
          path={reportPath}
          count={errors}
          rows={rows}
          isComplete={isComplete}
          isApplied={isApplied}
          cause={cause}
          onCause={(next) => ask(next === undefined ? {} : { cause: next }, { replace: false })}
        />
      )}
      <Panel
        title={t('rows.productsTitle')}
        aside={
          <div className={styles.tools}>
            <SortChoice order={order} onOrder={(sort) => change({ sort })} />
            <SearchBox
              label={t('rows.search')}
              placeholder={t('rows.searchFor')}
              q={q}
              onSearch={(next) => change({ q: next }, true)}
            />
          </div>
        }
        isFlush
      >
        <QueryProblem query={reading} />
        {!isComplete && !reading.error && (
          <div className={styles.loading}>
            <ProgressBar
              label={t('rows.loadingRows')}
              percent={(100 * rows.length) / Math.max(1, total)}
              detail={t('rows.loadedRows', { loaded: rows.length, total })}
            />
          </div>
        )}
        {cause !== undefined && <CauseFilter cause={cause} onRemove={() => change({ cause: undefined })} />}
        {products.length > 0 && (
          <ProductsTable
            key={shown.show ?? 'all'}
            products={products}
            count={findings.kinds[shown.show ?? 'all']}
            row={shown.row}
            asked={asked}
            happens={t(isApplied ? 'rows.whatHappened' : 'rows.whatHappens')}
          />
        )}
        {products.length === 0 && isComplete && (
          <EmptyState icon="search" title={t('rows.noneFound')}>
            <p>{t('rows.noneFoundText')}</p>
            <Button onPress={() => ask({}, { replace: false })}>{t('rows.showAll')}</Button>
          </EmptyState>
        )}
      </Panel>
    </ShowRow>
  )
}
