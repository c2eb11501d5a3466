import type { Draft, RunSummary } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runsQuery } from '../../api/queries.ts'
import { useRunTitle } from '../../components/run-title.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'

/** As many as leave the products in sight. */
const fewRuns = 3

/** The runs that were applied after the draft was previewed, newest first; none while they are not known. */
export function useAppliedSince({ created_at: since }: Draft): readonly RunSummary[] {
  const { data } = useInfiniteQuery({ ...runsQuery({ since }), enabled: useMay('catalog:read') })
  return data?.pages.flatMap(({ runs }) => runs) ?? []
}

/** Who has applied what, each with the way to it. */
export function AppliedSince({ runs }: { runs: readonly RunSummary[] }) {
  const { t } = useI18n()
  if (runs.length === 0) return null
  return (
    <ul>
      {runs.slice(0, fewRuns).map((run) => (
        <li key={run.run_id}>
          <AppliedRun run={run} />
        </li>
      ))}
      {runs.length > fewRuns && (
        <li>
          <Link to="/runs">{t('run.toHistory')}</Link>
        </li>
      )}
    </ul>
  )
}

function AppliedRun({ run }: { run: RunSummary }) {
  const { t, format } = useI18n()
  const title = useRunTitle(run)
  const { confirmed_by: person, file_name: file, preview, added, updated } = run
  return (
    <Link to="/runs/$runId" params={{ runId: run.run_id }}>
      {t('review.appliedBy', {
        who: person === null ? t('review.somebody') : (person.name ?? person.sub),
        what: file ?? title,
        when: format.dateTime(run.created_at),
        count: preview
          ? t('rows.products', { count: preview.products.new + preview.products.changed })
          : t('rows.rows', { count: added + updated }),
      })}
    </Link>
  )
}
