import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { followedSplitQuery } from '../../parts/parts-query.ts'
import { endOf, partsLeft } from '../../parts/split.ts'
import type { Split } from '../../parts/split.ts'
import { ApartProducts } from './apart-products.tsx'
import { DiscardParts } from './discard-parts.tsx'
import { PartList } from './part-list.tsx'
import { PartUpload } from './part-upload.tsx'
import styles from './parts-screen.module.css'
import { usePartUpload } from './use-part-upload.ts'

const route = getRouteApi('/parts')

/** A file in parts: the state of each, and the next one. */
export const PartsScreen = withTexts('parts', KeptSplit, <Skeleton lines={6} />)

function KeptSplit() {
  const { t } = useI18n()
  const query = useQuery(followedSplitQuery)
  const { data: split, error } = query
  if (split) return <Parts split={split} />
  return (
    <Screen title={t('parts.list')}>
      <QueryProblem query={query} />
      {split === undefined && !error && <Skeleton lines={4} />}
      {split === null && (
        <EmptyState icon="file" title={t('parts.nothing')}>
          <p>{t('parts.nothingText')}</p>
          <ButtonLink kind="primary" icon="upload" to="/">
            {t('parts.toStart')}
          </ButtonLink>
        </EmptyState>
      )}
    </Screen>
  )
}

function Parts({ split }: { split: Split }) {
  const { t, format } = useI18n()
  const { fileName: name, parts, rowCount } = split
  const left = partsLeft(split)
  const next = left[0]
  const { upload, sent, cancel } = usePartUpload(split)
  useNextAtOnce(() => {
    if (next?.state.is === 'waiting') upload.mutate(next)
  })
  const done = parts.length - left.length
  const words = { count: parts.length, rows: rowCount }
  return (
    <Screen
      title={t('parts.title', { name })}
      lead={
        <>
          {split.apartCount === 0 ? t('parts.whole', words) : t('parts.split', words)} {t('parts.howTo')}
        </>
      }
    >
      {next === undefined && (
        <Notice
          tone="good"
          live="polite"
          title={t('parts.finished', { count: parts.length })}
          actions={<ButtonLink to="/">{t('parts.toStart')}</ButtonLink>}
        />
      )}
      {split.apartCount > 0 && <ApartProducts split={split} />}
      <Panel title={t('parts.list')}>
        <ProgressBar
          label={t('parts.progress')}
          percent={(100 * done) / parts.length}
          detail={t('parts.done', { done, total: parts.length })}
        />
        {next && <PartUpload part={next} upload={upload} sent={sent} onCancel={cancel} />}
        <PartList parts={parts} />
        {next && (
          <div className={classNames('stack gap-3', styles.end)}>
            <p className="quiet">
              {t('parts.kept', { date: format.dateTime(new Date(endOf(split)).toISOString()) })}
            </p>
            <DiscardParts split={split} />
          </div>
        )}
      </Panel>
    </Screen>
  )
}

/** Calls `begin` once, if the previous part was just applied. */
function useNextAtOnce(begin: () => void): void {
  const { next: isWanted } = route.useSearch()
  const navigate = route.useNavigate()
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isWanted || isBegun.current) return
    isBegun.current = true
    // Reloading the page must not upload again.
    void navigate({ search: {}, replace: true })
    begin()
  })
}
