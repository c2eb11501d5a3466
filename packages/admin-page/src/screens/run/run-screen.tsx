import type { Run, Tally } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { runQuery } from '../../api/queries.ts'
import { previewOfRun } from '../../api/preview.ts'
import { ButtonLink } from '../../components/button.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { RunStatus } from '../../components/run-status.tsx'
import { useRunTitle } from '../../components/run-title.ts'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { Rows } from '../../rows/rows.tsx'
import { ImagesPanel } from './images-panel.tsx'
import { RunResult } from './run-result.tsx'
import { RunSummaryPanel } from './run-summary-panel.tsx'
import { useImageNews } from './use-image-news.ts'

const route = getRouteApi('/runs/$runId')

export function RunScreen() {
  const { runId } = route.useParams()
  // The key resets the screen for another run.
  return <RunOf key={runId} runId={runId} />
}

function RunOf({ runId }: { runId: string }) {
  const { t } = useI18n()
  const [watchedSince, setWatchedSince] = useState(Date.now)
  const query = useQuery(runQuery(runId, watchedSince))
  const { data: run, error } = query
  const title = useRunTitle(run)
  const tally = run && run.details_until !== null ? run.preview : null
  const windowTitle = useImageNews(run, title)
  return (
    <Screen title={title} windowTitle={windowTitle} aside={run && <RunStatus run={run} />}>
      <QueryProblem query={query}>
        {!run && <ButtonLink to="/runs">{t('run.toHistory')}</ButtonLink>}
      </QueryProblem>
      {!run && !error && <Skeleton lines={12} />}
      {run && <RunResult run={run} />}
      {run && run.image_progress.total > 0 && (
        <ImagesPanel run={run} onRetried={() => setWatchedSince(Date.now())} />
      )}
      {run && tally && <RunRows run={run} tally={tally} />}
      {run && <RunSummaryPanel run={run} />}
    </Screen>
  )
}

/** The products, while they are kept. */
function RunRows({ run, tally }: { run: Run; tally: Tally }) {
  const navigate = route.useNavigate()
  const { outcome, ...search } = route.useSearch()
  const preview = useMemo(() => previewOfRun(run.run_id), [run.run_id])
  return (
    <Rows
      preview={preview}
      tally={tally}
      rowCount={run.row_count ?? 0}
      errors={run.errored}
      reportPath={`/api/products/imports/runs/${run.run_id}/errors.csv`}
      choosing={null}
      search={search}
      onSearch={(next, { replace }) =>
        void navigate({ search: { ...(outcome && { outcome }), ...next }, replace, resetScroll: false })
      }
    />
  )
}
