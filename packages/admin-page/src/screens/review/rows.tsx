import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Input, Label, SearchField } from 'react-aria-components'
import type { Draft } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ErrorReport } from './error-report.tsx'
import { KindFilter } from './kind-filter.tsx'
import { filterProducts, groupByProduct } from './product-groups.ts'
import { ProductsTable } from './products-table.tsx'
import type { ReviewSearch } from './review-search.ts'
import { useAllRows } from './use-all-rows.ts'
import styles from './rows.module.css'

const route = getRouteApi('/imports/$draftId')

/** Every row of the file: counted by what would happen, filtered, looked up, opened. */
export function Rows({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const { rows, isComplete, error, retry } = useAllRows(draft)
  const groups = useMemo(() => groupByProduct(rows), [rows])
  const shown = useDeferredValue(search)
  const found = useMemo(() => filterProducts(groups, shown), [groups, shown])
  const look = (next: ReviewSearch, replace: boolean) =>
    void navigate({ search: next, replace, resetScroll: false })
  const { clears, errors } = draft.preview
  return (
    <>
      <KindFilter
        draft={draft}
        show={search.show}
        onShow={(show) =>
          look({ ...(show && { show }), ...(search.q !== undefined && { q: search.q }) }, false)
        }
      />
      {clears > 0 && <Notice tone="warn" title={t('review.clears', { count: clears })} />}
      {errors > 0 && <ErrorReport draft={draft} rows={rows} isComplete={isComplete} />}
      <Panel
        title={t('review.productsTitle')}
        aside={
          <Search
            q={search.q ?? ''}
            onSearch={(q) =>
              look({ ...(search.show && { show: search.show }), ...(q !== '' && { q }) }, true)
            }
          />
        }
        isFlush
      >
        {error && <ProblemNotice error={error} onRetry={retry} />}
        {!isComplete && !error && (
          <div className={styles.loading}>
            <ProgressBar
              label={t('review.loadingRows')}
              percent={(100 * rows.length) / Math.max(1, draft.row_count)}
              detail={t('review.loadedRows', { loaded: rows.length, total: draft.row_count })}
            />
          </div>
        )}
        {found.length > 0 && <ProductsTable key={shown.show ?? 'all'} groups={found} show={shown.show} />}
        {found.length === 0 && isComplete && (
          <EmptyState icon="search" title={t('review.noneFound')}>
            <p>{t('review.noneFoundText')}</p>
            <Button onPress={() => look({}, false)}>{t('review.showAll')}</Button>
          </EmptyState>
        )}
      </Panel>
    </>
  )
}

const searchPauseMs = 200

/** Written into the address once people pause. */
function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { t } = useI18n()
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  if (known !== q) {
    // Back, forward, "show all": the address has changed by other means.
    setKnown(q)
    if (text.trim() !== q) setText(q)
  }
  useEffect(() => {
    const isKnown = text.trim() === q
    const timer = isKnown ? undefined : setTimeout(() => onSearch(text.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <SearchField className={styles.search ?? ''} value={text} onChange={setText} maxLength={200}>
      <Label className={styles.label ?? ''}>{t('review.search')}</Label>
      <span className={styles.field}>
        <Icon name="search" />
        <Input className={styles.input ?? ''} placeholder={t('review.searchFor')} />
      </span>
    </SearchField>
  )
}
