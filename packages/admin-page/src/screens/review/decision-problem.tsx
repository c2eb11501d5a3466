import type { Draft } from '@catalog/contracts'
import { codeOf } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { Focused } from '../../components/focused.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { AppliedSince, useAppliedSince } from './applied-since.tsx'
import type { Decision } from './use-decision.ts'

/** The reason why a decision failed, and what to do next. */
export function DecisionProblem({ draft, decision }: { draft: Draft; decision: Decision }) {
  const { t } = useI18n()
  const isUndo = draft.origin.kind === 'undo'
  const mayPropose = useMay('catalog:propose')
  const since = useAppliedSince(draft)
  const { confirm, recheck, revise, cancel } = decision
  if (revise.isError) {
    const { error, variables, mutate } = revise
    return <ProblemNotice error={error} onRetry={() => mutate(variables)} />
  }
  const failed = [recheck, confirm, cancel].find(({ isError }) => isError)
  const checkAgain = (
    <Button
      kind={confirm.isError ? 'primary' : 'secondary'}
      icon="retry"
      onPress={() => recheck.mutate()}
      isPending={recheck.isPending}
    >
      {t('review.recheck')}
    </Button>
  )
  if (failed === undefined) {
    if (since.length === 0 || confirm.isPending || confirm.isSuccess) return null
    return (
      <Notice
        tone="info"
        live="polite"
        title={t('review.appliedSince')}
        {...(mayPropose && { actions: checkAgain })}
      >
        <AppliedSince runs={since} />
      </Notice>
    )
  }
  if (failed === confirm && codeOf(confirm.error) === 'draft_stale') {
    return (
      <Focused>
        <Notice tone="warn" live="assertive" title={t('problems.draft_stale')} actions={checkAgain}>
          <p>{t(isUndo ? 'review.undoStale' : 'advice.draft_stale')}</p>
          <AppliedSince runs={since} />
        </Notice>
      </Focused>
    )
  }
  return <ProblemNotice error={failed.error} onRetry={() => failed.mutate()} />
}
