import type { Outcome, Run } from '@catalog/contracts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { firstImages, runImagesQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { QueryProblem } from '../../components/query-problem.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ImageItem } from './image-item.tsx'
import styles from './image-list.module.css'

/** The images of a run with their outcomes, page by page. */
export function ImageList({ run, outcome }: { run: Run; outcome: Outcome | undefined }) {
  const { t } = useI18n()
  const query = useInfiniteQuery({
    ...runImagesQuery(run.run_id, outcome),
    // The run has the first ones: nothing below moves when they come.
    ...(outcome === undefined && {
      placeholderData: {
        pages: [{ image_outcomes: run.image_outcomes.slice(0, firstImages), next_cursor: null }],
        pageParams: [null],
      },
    }),
  })
  useFresh(run)
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const images = data?.pages.flatMap((page) => page.image_outcomes)
  return (
    <div className={styles.list}>
      {error && (
        <div className={styles.padded}>
          <QueryProblem query={query} />
        </div>
      )}
      {!images && !error && (
        <div className={styles.padded}>
          <Skeleton lines={4} />
        </div>
      )}
      {images?.length === 0 && <p className={styles.none}>{t('run.noneOfThese')}</p>}
      {images && images.length > 0 && (
        <ul className={classNames('stack gap-4', styles.grid)}>
          {images.map((image) => (
            <ImageItem key={image.image_id} image={image} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button isPending={isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('run.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Reloads the images if the run has progressed. */
function useFresh({ run_id: runId, image_progress: { handled }, status }: Run): void {
  const queryClient = useQueryClient()
  const state = `${handled} ${status}`
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    void queryClient.invalidateQueries({ queryKey: ['runs', runId, 'images'] })
  }, [queryClient, runId, state])
}
