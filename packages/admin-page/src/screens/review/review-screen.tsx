import type { Draft } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { codeOf } from '../../api/problem.ts'
import { draftQuery } from '../../api/queries.ts'
import { draftRowsQuery } from '../../api/rows.ts'
import { Notice } from '../../components/notice.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { useUndoTitle } from '../../components/run-title.ts'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SkipLink } from '../../components/skip-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { Rows } from '../../rows/rows.tsx'
import { tallyOf } from '../../rows/tally.ts'
import type { KindCounts } from '../../rows/kind-filter.tsx'
import { Countdown } from './countdown.tsx'
import { DecisionBar, decisionId } from './decision-bar.tsx'
import { DraftGone } from './draft-gone.tsx'
import { PartBanner } from './part-banner.tsx'
import { FileFacts } from './file-facts.tsx'
import { UndoFacts } from './undo-facts.tsx'
import { useDecision } from './use-decision.ts'
import styles from './review-screen.module.css'

const route = getRouteApi('/imports/$draftId')

/** A draft: its changes, and the decision. */
export function ReviewScreen() {
  const { t } = useI18n()
  const { draftId } = route.useParams()
  const query = useQuery(draftQuery(draftId))
  const { data: draft, error, refetch } = query
  const askAgain = useCallback(() => void refetch(), [refetch])
  const goneAs = codeOf(error)
  const undoes = draft?.origin.run_id ?? null
  const undoTitle = useUndoTitle(undoes)
  const title = undoes === null ? t('review.title') : t('review.undoReview', { undo: undoTitle })

  if (isGone(goneAs)) {
    return (
      <Screen title={title}>
        <DraftGone isExpired={goneAs === 'draft_expired'} undoes={undoes} />
      </Screen>
    )
  }
  return (
    <Screen
      key={draftId}
      title={title}
      lead={draft && t(undoes === null ? 'review.lead' : 'review.undoLead')}
      aside={draft && <Countdown expiresAt={draft.expires_at} onEnd={askAgain} />}
    >
      <QueryProblem query={query} />
      {!draft && !error && <Skeleton lines={6} />}
      {draft && <Review key={draft.draft_id} draft={draft} />}
    </Screen>
  )
}

function Review({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const decision = useDecision(draft)
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const undoes = draft.origin.run_id
  const { clears } = draft.preview

  const { confirm, recheck, cancel } = decision
  const gone = [confirm, recheck, cancel].map(({ error }) => codeOf(error)).find(isGone)
  if (gone) return <DraftGone isExpired={gone === 'draft_expired'} undoes={undoes} />
  return (
    <div className={styles.review}>
      <SkipLink to={decisionId}>{t('review.skip')}</SkipLink>
      {undoes === null && <PartBanner draft={draft} />}
      {undoes === null ? <FileFacts draft={draft} /> : <UndoFacts draft={draft} undoes={undoes} />}
      <Rows
        query={draftRowsQuery(draft)}
        firstRows={draft.preview.rows}
        counts={countsOf(draft)}
        tally={tallyOf(draft.preview)}
        reportPath={`/api/products/imports/${draft.draft_id}/errors.csv`}
        isApplied={false}
        search={search}
        onSearch={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
      >
        {clears > 0 && (
          <Notice
            tone="warn"
            title={
              <Link
                to="/imports/$draftId"
                params={{ draftId: draft.draft_id }}
                search={{ has: ['clears'] }}
                resetScroll={false}
              >
                {t(undoes === null ? 'review.clears' : 'review.undoClears', { count: clears })}
              </Link>
            }
          />
        )}
      </Rows>
      <DecisionBar draft={draft} decision={decision} />
    </div>
  )
}

/** An undo updates rows or keeps them; it adds nothing. */
function countsOf({ origin, preview }: Draft): KindCounts {
  const { adds: add, updates: update, unchanged, left_out: leftOut = 0, errors: error } = preview
  const shared = { update, unchanged, ...(leftOut > 0 && { left_out: leftOut }) }
  return origin.kind === 'undo' ? shared : { add, ...shared, error }
}

function isGone(code: string | null): boolean {
  return code === 'draft_expired' || code === 'draft_not_found'
}
