import type { Draft } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { codeOf } from '../../api/problem.ts'
import { draftRowsQuery } from '../../api/rows.ts'
import { classNames } from '../../components/class-names.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { outcomeOf, outcomeText } from '../../rows/outcome.ts'
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
  const { confirm, recheck, cancel } = decision
  const isConfirming = confirm.isPending || confirm.isSuccess
  const isCancelling = cancel.isPending || cancel.isSuccess
  const isUndo = draft.origin.kind === 'undo'
  const id = useId()
  // The catalog was changed since: applying would do something else than the preview shows.
  const isStale = codeOf(confirm.error) === 'draft_stale'
  const refusal = mayPropose
    ? (reasonAgainst(i18n, draft, isStale) ?? (mayImport ? null : t('review.mayPropose')))
    : t('review.mayNot')
  const outcome = useOutcome(draft)
  const isPlain = refusal === null && !recheck.isSuccess
  return (
    <section className={styles.bar} id={decisionId} tabIndex={-1} aria-label={t('review.decision')}>
      <DecisionProblem isUndo={isUndo} decision={decision} />
      <div className={styles.inner}>
        <p className={classNames(styles.text, isPlain && styles.isPlain)}>
          <span id={id}>{refusal ?? outcome}</span>
          <span role="status">{refusal === null && recheck.isSuccess && ` ${t('review.rechecked')}`}</span>
          {isPlain && outcome === null && t(isUndo ? 'review.undoAtOnce' : 'review.atOnce')}
        </p>
        <div className={styles.buttons}>
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
              isDisabled={refusal !== null || isCancelling}
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

/** A text about the products' outcome; null if no row is skipped, or it is not known yet. */
function useOutcome(draft: Draft): string | null {
  const { t } = useI18n()
  const { errors } = draft.preview
  // The list above loads them.
  const { data, hasNextPage } = useInfiniteQuery({ ...draftRowsQuery(draft), enabled: false })
  const isKnown = errors > 0 && !hasNextPage
  const outcome = useMemo(
    () => (isKnown && data ? outcomeOf(data.pages.flatMap(({ rows }) => rows)) : undefined),
    [data, isKnown],
  )
  return outcome ? outcomeText(t, outcome, errors) : null
}

/** "Apply 12 adds and 340 updates, skip 3 rows" */
function whatHappens({ t }: I18n, draft: Draft): string {
  const { adds, updates, errors } = draft.preview
  if (!draft.importable) return t('review.nothingToApply')
  if (draft.origin.kind === 'undo') return t('review.undoChanges')
  const parts = [
    ...(adds > 0 ? [t('rows.addCount', { count: adds })] : []),
    ...(updates > 0 ? [t('rows.updateCount', { count: updates })] : []),
  ]
  const what =
    parts.length === 2 ? t('review.both', { adds: parts[0] ?? '', updates: parts[1] ?? '' }) : parts[0]
  return errors === 0
    ? t('review.apply', { what: what ?? '' })
    : t('review.applyAndSkip', { what: what ?? '', skipped: t('rows.rows', { count: errors }) })
}
