import { codeOf } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { Focused } from '../../components/focused.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Decision } from './use-decision.ts'

/** The reason why a decision failed, and what to do next. */
export function DecisionProblem({ isUndo, decision }: { isUndo: boolean; decision: Decision }) {
  const { t } = useI18n()
  const { confirm, recheck, revise, cancel } = decision
  if (revise.isError) {
    const { error, variables, mutate } = revise
    return <ProblemNotice error={error} onRetry={() => mutate(variables)} />
  }
  const failed = [recheck, confirm, cancel].find(({ isError }) => isError)
  if (failed === undefined) return null
  if (failed === confirm && codeOf(confirm.error) === 'draft_stale') {
    return (
      <Focused>
        <Notice
          tone="warn"
          live="assertive"
          title={t('problems.draft_stale')}
          actions={
            <Button
              kind="primary"
              icon="retry"
              onPress={() => recheck.mutate()}
              isPending={recheck.isPending}
            >
              {t('review.recheck')}
            </Button>
          }
        >
          <p>{t(isUndo ? 'review.undoStale' : 'advice.draft_stale')}</p>
        </Notice>
      </Focused>
    )
  }
  return <ProblemNotice error={failed.error} onRetry={() => failed.mutate()} />
}
