import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Draft } from '../../api/client.ts'
import { draftRowsQuery } from '../../api/rows.ts'
import { undoneRunOf } from '../../api/undone-run.ts'
import { classNames } from '../../components/class-names.ts'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { outcomeOf, outcomeText } from '../../rows/outcome.ts'
import { CancelButton } from './cancel-button.tsx'
import styles from './decision-bar.module.css'

interface DecisionBarProps {
  draft: Draft
  mayImport: boolean
  /** The catalog was changed since: applying would do something else than the preview shows. */
  isStale: boolean
  /** It was rechecked, and this is the new preview. */
  isRechecked: boolean
  isConfirming: boolean
  onConfirm: () => void
  isCancelling: boolean
  onCancel: () => void
  /** The result of a decision that failed. */
  children: ReactNode
}

/** Target of the review's skip link. */
export const decisionId = 'decision'

/** The decision, always in view: what applying does, or why there is nothing to apply. */
export function DecisionBar(props: DecisionBarProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { draft, isConfirming, isCancelling, isRechecked } = props
  const isUndo = undoneRunOf(draft) !== null
  const id = useId()
  const refusal = reasonAgainst(i18n, props)
  const outcome = useOutcome(draft)
  const isPlain = refusal === null && !isRechecked
  return (
    <section className={styles.bar} id={decisionId} tabIndex={-1} aria-label={t('review.decision')}>
      {props.children}
      <div className={styles.inner}>
        <p className={classNames(styles.text, isPlain && styles.isPlain)}>
          <span id={id}>{refusal ?? outcome}</span>
          <span role="status">{refusal === null && isRechecked && ` ${t('review.rechecked')}`}</span>
          {isPlain && outcome === null && t(isUndo ? 'review.undoAtOnce' : 'review.atOnce')}
        </p>
        <div className={styles.buttons}>
          <CancelButton
            isUndo={isUndo}
            onCancel={props.onCancel}
            isPending={isCancelling}
            isDisabled={isConfirming || !props.mayImport}
          />
          <Button
            kind="primary"
            icon="check"
            onPress={props.onConfirm}
            isDisabled={refusal !== null || isCancelling}
            isPending={isConfirming}
            aria-describedby={id}
          >
            {isConfirming ? t('review.applying') : whatHappens(i18n, draft)}
          </Button>
        </div>
      </div>
    </section>
  )
}

function reasonAgainst({ t }: I18n, { draft, mayImport, isStale }: DecisionBarProps): string | null {
  if (!mayImport) return t('review.mayNot')
  const isUndo = undoneRunOf(draft) !== null
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
  if (undoneRunOf(draft) !== null) return t('review.undoChanges')
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
