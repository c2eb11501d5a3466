import type { ImagesToRetry, Run } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { runQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Figures } from '../../components/figures.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { missingImages } from '../../components/run-status.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { ImageList } from './image-list.tsx'
import styles from './images-panel.module.css'
import { NotifyOffer } from './notify-offer.tsx'
import { OutcomeFilter } from './outcome-filter.tsx'

const route = getRouteApi('/runs/$runId')

interface ImagesPanelProps {
  run: Run
  /** Called after images were requested again: the run progresses again. */
  onRetried: () => void
}

/** The progress and outcomes of the import's images. */
export function ImagesPanel({ run, onRetried }: ImagesPanelProps) {
  const { t } = useI18n()
  const { outcome } = route.useSearch()
  const { total, handled, percent } = run.image_progress
  const isFetching = run.status === 'fetching_images'
  const missing = missingImages(run)
  // The outcomes were deleted together with the rows; the counts stay.
  if (run.image_outcomes.length === 0) {
    const { fetched, rejected, failed } = run.image_counts
    return (
      <Panel title={t('run.imagesTitle')}>
        <Figures
          figures={[
            { label: t('run.fetched'), value: fetched, tone: 'good' },
            { label: t('run.rejected'), value: rejected },
            { label: t('run.failed'), value: failed, tone: 'bad' },
          ]}
        />
        <p>{t('run.imagesGone')}</p>
      </Panel>
    )
  }
  return (
    <Panel title={t('run.imagesTitle')} isFlush>
      <div className={classNames('stack gap-4', styles.head)}>
        {isFetching && (
          <ProgressBar
            label={t('run.progressLabel')}
            percent={percent}
            detail={t('run.imagesProgress', { handled, total })}
          />
        )}
        <p role="status">
          {isFetching && t('run.imagesFetching')}
          {!isFetching && missing === 0 && t('run.imagesDone')}
          {!isFetching && missing > 0 && t('run.imagesMissing', { count: missing })}
        </p>
        {isFetching && <NotifyOffer />}
        <OutcomeFilter run={run} />
        {outcome === 'rejected' && (
          <p className={classNames('note', styles.hint)}>{t('run.rejectedMeans')}</p>
        )}
        {outcome === 'failed' && <p className={classNames('note', styles.hint)}>{t('run.failedMeans')}</p>}
        <Retry run={run} onRetried={onRetried} />
      </div>
      <ImageList key={outcome ?? 'all'} run={run} outcome={outcome} />
    </Panel>
  )
}

function Retry({ run, onRetried }: ImagesPanelProps) {
  const { t } = useI18n()
  const mayImport = useMay('catalog:import')
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const { outcome: _, ...others } = route.useSearch()
  const { run_id: runId } = run
  const retry = useMutation({
    mutationFn: ({ images }: { images: ImagesToRetry; count: number }) =>
      answerOf(
        api.POST('/api/products/imports/runs/{run_id}/retry-images', {
          params: { path: { run_id: runId }, query: { images } },
        }),
      ),
    onSuccess: async (renewed) => {
      onRetried()
      queryClient.setQueryData(runQuery(runId, 0).queryKey, renewed)
      // The filtered outcome no longer exists.
      void navigate({ search: others, replace: true, resetScroll: false })
      await queryClient.invalidateQueries({ queryKey: ['runs', runId, 'images'] })
    },
  })
  const confirmation = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (retry.isSuccess) confirmation.current?.focus()
  }, [retry.isSuccess])
  const { status, details_until: until, image_progress: progress } = run
  const all = status === 'completed' && until !== null ? progress.total : 0
  const offers = [
    { images: 'missing', count: missingImages(run), text: 'run.retry', hint: 'run.retryHint' },
    {
      images: 'all',
      count: all,
      text: 'run.refetch',
      hint: 'run.refetchHint',
    },
  ] as const
  return (
    <>
      <div role="status" className={styles.status} ref={confirmation} tabIndex={-1}>
        {retry.isSuccess && <Notice tone="good" title={t('run.retried', { count: retry.variables.count })} />}
      </div>
      {retry.error && <ProblemNotice error={retry.error} onRetry={() => retry.mutate(retry.variables)} />}
      {offers.map(
        ({ images, count, text, hint }) =>
          count > 0 && (
            <div key={images} className={classNames('row gap-2-4', styles.retry)}>
              <Button
                icon="retry"
                isDisabled={!mayImport}
                isPending={retry.isPending && retry.variables.images === images}
                onPress={() => retry.mutate({ images, count })}
              >
                {t(text, { count })}
              </Button>
              <p className={classNames('note', styles.hint)}>{t(mayImport ? hint : 'run.noRetry')}</p>
            </div>
          ),
      )}
    </>
  )
}
