import { ApiError } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { useDecision } from './use-decision.ts'

/** The reason why a decision failed, and what to do next. */
export function DecisionProblem({
  isUndo,
  confirm,
  recheck,
  cancel,
}: ReturnType<typeof useDecision> & { isUndo: boolean }) {
  const { t } = useI18n()
  const error = recheck.error ?? confirm.error ?? cancel.error
  if (error === null) return null
  if (error === confirm.error && error instanceof ApiError && error.code === 'draft_stale') {
    return (
      <Notice
        tone="warn"
        live="assertive"
        title={t('problems.draft_stale')}
        actions={
          <Button kind="primary" icon="retry" onPress={() => recheck.mutate()} isPending={recheck.isPending}>
            {t('review.recheck')}
          </Button>
        }
      >
        <p>{t(isUndo ? 'review.undoStale' : 'advice.draft_stale')}</p>
      </Notice>
    )
  }
  const failed = recheck.error ? recheck : confirm.error ? confirm : cancel
  return <ProblemNotice error={error} onRetry={() => failed.mutate()} isRetrying={failed.isPending} />
}
