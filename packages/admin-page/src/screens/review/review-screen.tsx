import type { Draft } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { codeOf } from '../../api/problem.ts'
import { draftQuery } from '../../api/queries.ts'
import { previewOfDraft } from '../../api/preview.ts'
import { classNames } from '../../components/class-names.ts'
import { Focused } from '../../components/focused.tsx'
import { QueryProblem } from '../../components/query-problem.tsx'
import { useUndoTitle } from '../../components/run-title.ts'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SkipLink } from '../../components/skip-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { CountFigures } from '../../rows/count-figures.tsx'
import type { RowCounts } from '../../rows/count-figures.tsx'
import { productsId, Rows } from '../../rows/rows.tsx'
import { tallyOf } from '../../rows/tally.ts'
import { ChoiceNotice } from './choice-notice.tsx'
import { CorrectedFile } from './corrected-file.tsx'
import { Countdown } from './countdown.tsx'
import { DecisionBar, decisionId } from './decision-bar.tsx'
import { DraftGone } from './draft-gone.tsx'
import { FieldsToKeep } from './fields-to-keep.tsx'
import { PartBanner } from './part-banner.tsx'
import { FileFacts } from './file-facts.tsx'
import { ProductChoice } from './product-choice.tsx'
import { UndoFacts } from './undo-facts.tsx'
import { useChoosing } from './use-choosing.ts'
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
  const choosing = useChoosing(draft, decision)
  const navigate = route.useNavigate()
  const search = route.useSearch()
  const undoes = draft.origin.run_id
  const tally = tallyOf(draft.preview)
  const preview = useMemo(() => previewOfDraft(draft), [draft])

  const { confirm, recheck, revise, cancel } = decision
  const gone = [confirm, recheck, revise, cancel].map(({ error }) => codeOf(error)).find(isGone)
  if (gone) {
    return (
      <Focused>
        <DraftGone isExpired={gone === 'draft_expired'} undoes={undoes} />
      </Focused>
    )
  }
  return (
    <div className={classNames('gap-2 shrink', styles.review)} data-list>
      <SkipLink to={productsId}>{t('review.skipToList')}</SkipLink>
      <SkipLink to={decisionId}>{t('review.skip')}</SkipLink>
      {undoes === null && <PartBanner draft={draft} />}
      <div className={classNames('row between', styles.file)}>
        {undoes === null ? <FileFacts draft={draft} /> : <UndoFacts draft={draft} undoes={undoes} />}
        {choosing?.edit && <ProductChoice draft={draft} revise={revise} />}
        <FieldsToKeep draft={draft} revise={revise} isDisabled={choosing === null} />
      </div>
      <ChoiceNotice draft={draft} revise={revise} isDisabled={choosing === null} />
      {tally === null ? (
        <CountFigures tally={null} rows={rowsOf(draft)} />
      ) : (
        <Rows
          preview={preview}
          tally={tally}
          rowCount={draft.row_count}
          errors={draft.preview.errors}
          reportPath={`/api/products/imports/${draft.draft_id}/errors.csv`}
          choosing={choosing}
          corrected={choosing?.edit ? <CorrectedFile draft={draft} /> : null}
          search={search}
          onSearch={(next, { replace }) => void navigate({ search: next, replace, resetScroll: false })}
        />
      )}
      <DecisionBar draft={draft} decision={decision} />
    </div>
  )
}

function rowsOf({ preview: { adds, updates, unchanged, errors } }: Draft): RowCounts {
  return { added: adds, updated: updates, unchanged, errored: errors }
}

function isGone(code: string | null): boolean {
  return code === 'draft_expired' || code === 'draft_not_found'
}
