import type { Draft } from '@catalog/contracts'
import { useEffect, useId, useRef } from 'react'
import { codeOf } from '../../api/problem.ts'
import { classNames } from '../../components/class-names.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { appliedTexts, outcomeText, tallyOf } from '../../rows/tally.ts'
import { useMay } from '../../session/session.ts'
import { CancelButton } from './cancel-button.tsx'
import { DecisionProblem } from './decision-problem.tsx'
import type { Decision } from './use-decision.ts'
import styles from './decision-bar.module.css'

/** Target of the review's skip link. */
export const decisionId = 'decision'

/** The decision, always in view: what applying does, or why there is nothing to apply. */
export function DecisionBar({ draft, decision }: { draft: Draft; decision: Decision }) {
  const i18n = useI18n()
  const { t } = i18n
  const mayImport = useMay('catalog:import')
  const mayPropose = useMay('catalog:propose')
  const { confirm, recheck, revise, cancel } = decision
  const isConfirming = confirm.isPending || confirm.isSuccess
  const isCancelling = cancel.isPending || cancel.isSuccess
  const isUndo = draft.origin.kind === 'undo'
  const id = useId()
  // The catalog was changed since: applying would do something else than the preview shows.
  const isStale = codeOf(confirm.error) === 'draft_stale'
  const refusal = mayPropose
    ? (reasonAgainst(i18n, draft, isStale) ?? (mayImport ? null : t('review.mayPropose')))
    : t('review.mayNot')
  const tally = tallyOf(draft.preview)
  const outcome = tally && outcomeText(t, tally, draft.preview.errors)
  const rechecked = useRef<HTMLSpanElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (recheck.isSuccess) rechecked.current?.focus()
  }, [recheck.isSuccess])
  const isPlain = refusal === null && !recheck.isSuccess
  return (
    <section
      className={classNames('stack gap-3', styles.bar)}
      id={decisionId}
      tabIndex={-1}
      aria-label={t('review.decision')}
    >
      <DecisionProblem draft={draft} decision={decision} />
      <div className={classNames('row between', styles.inner)}>
        <p className={classNames(styles.text, isPlain && styles.isPlain)}>
          <span id={id}>{refusal ?? outcome}</span>
          <span role="status" tabIndex={-1} ref={rechecked}>
            {refusal === null && recheck.isSuccess && ` ${t('review.rechecked')}`}
          </span>
          {isPlain && outcome === null && t(isUndo ? 'review.undoAtOnce' : 'review.atOnce')}
        </p>
        <div className={classNames('wrap', styles.buttons)}>
          <CancelButton
            isUndo={isUndo}
            onCancel={() => cancel.mutate()}
            isPending={isCancelling}
            isDisabled={isConfirming || !mayPropose}
          />
          {(mayImport || !mayPropose) && (
            <Button
              kind="primary"
              icon="check"
              onPress={() => confirm.mutate()}
              isDisabled={refusal !== null || isCancelling || revise.isPending}
              isPending={isConfirming}
              aria-describedby={id}
            >
              {isConfirming ? t('review.applying') : whatHappens(i18n, draft)}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

function reasonAgainst({ t }: I18n, draft: Draft, isStale: boolean): string | null {
  const isUndo = draft.origin.kind === 'undo'
  if (isStale) return t(isUndo ? 'review.undoStaleReason' : 'review.staleReason')
  if (draft.importable) return null
  if (isUndo) return t('review.nothingToUndo')
  return draft.preview.errors > 0 ? t('review.onlyErrors') : t('review.allUnchanged')
}

/** "Apply 12 new products and 340 changed products, skip 3 rows"; in rows of a draft without a tally. */
function whatHappens({ t }: I18n, draft: Draft): string {
  const { adds, updates, errors } = draft.preview
  if (!draft.importable) return t('review.nothingToApply')
  if (draft.origin.kind === 'undo') return t('review.undoChanges')
  const tally = tallyOf(draft.preview)
  const [first = '', second] = tally ? appliedTexts(t, tally) : [t('rows.rows', { count: adds + updates })]
  const what = second === undefined ? first : t('review.both', { adds: first, updates: second })
  return errors === 0
    ? t('review.apply', { what })
    : t('review.applyAndSkip', { what, skipped: t('rows.rows', { count: errors }) })
}
