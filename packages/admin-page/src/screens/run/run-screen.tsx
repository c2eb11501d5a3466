import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Run } from '../../api/client.ts'
import { runQuery } from '../../api/queries.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { RunStatus } from '../../components/run-status.tsx'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ImagesPanel } from './images-panel.tsx'
import styles from './run-screen.module.css'

const route = getRouteApi('/runs/$runId')

export function RunScreen() {
  const { runId } = route.useParams()
  // Another run is another screen: nothing of the one before stays.
  return <RunOf key={runId} runId={runId} />
}

function RunOf({ runId }: { runId: string }) {
  const { t, format } = useI18n()
  const [watchedSince, setWatchedSince] = useState(Date.now)
  const { data: run, error, refetch, isFetching } = useQuery(runQuery(runId, watchedSince))
  const title = run ? t('run.titleOf', { when: format.dateTime(run.created_at) }) : t('run.title')
  return (
    <Screen title={title} aside={run && <RunStatus status={run.status} />}>
      {error && (
        <ProblemNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {!run && <ButtonLink to="/runs">{t('run.toHistory')}</ButtonLink>}
        </ProblemNotice>
      )}
      {!run && !error && (
        <Panel title={t('run.counts')}>
          <Skeleton />
        </Panel>
      )}
      {run && <Counts run={run} />}
      {run && <ImagesPanel run={run} onRetried={() => setWatchedSince(Date.now())} />}
    </Screen>
  )
}

function Counts({ run }: { run: Run }) {
  const { t, format } = useI18n()
  return (
    <Panel title={t('run.counts')}>
      <Figures
        figures={[
          { label: t('common.added'), value: run.added, tone: 'good' },
          { label: t('common.updated'), value: run.updated, tone: 'info' },
          { label: t('common.unchanged'), value: run.unchanged },
          { label: t('common.errors'), value: run.errored, tone: 'bad' },
        ]}
      />
      <p className={styles.applied}>{t('run.applied')}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('run.when')}</dt>
          <dd>{format.dateTime(run.created_at)}</dd>
        </div>
        <div>
          <dt>{t('run.took')}</dt>
          <dd>{format.duration(run.duration_ms)}</dd>
        </div>
        {run.completed_at !== null && run.image_progress.total > 0 && (
          <div>
            <dt>{t('run.takenOn')}</dt>
            <dd>{format.dateTime(run.completed_at)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}
