import type { Run } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answerOf, api } from '../../api/client.ts'
import { draftQuery, openDraftsQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import styles from './run-summary-panel.module.css'

/** Until when the rows of a run are kept and what for; or that they are no longer kept. */
export function RunDetails({ run }: { run: Run }) {
  const { t, format } = useI18n()
  const { details_until: until } = run
  if (until === null) return <p>{t('run.detailsGone')}</p>
  const hasChanged = run.added + run.updated > 0
  const canUndo = hasChanged && run.undone_by === null
  return (
    <>
      {hasChanged && (
        <div className={styles.actions}>
          {canUndo && <Undo run={run} />}
          <DownloadButton path={`/api/products/imports/runs/${run.run_id}/changes.csv`}>
            {t('run.downloadChanges')}
          </DownloadButton>
        </div>
      )}
      <p className={styles.quiet}>
        {t(canUndo ? 'run.undoableUntil' : 'run.keptUntil', { date: format.date(until) })}
      </p>
    </>
  )
}

/** Opens the preview of undoing the run. */
function Undo({ run: { run_id: runId, undoes } }: { run: Run }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const undo = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/api/products/imports/runs/{run_id}/undo', { params: { path: { run_id: runId } } })),
    onSuccess: async (draft) => {
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id } })
    },
  })
  return (
    <>
      {undo.error && <ProblemNotice error={undo.error} onRetry={() => undo.mutate()} />}
      <Button icon="undo" isDisabled={!mayPropose} isPending={undo.isPending} onPress={() => undo.mutate()}>
        {t(undoes === null ? 'run.undoThis' : 'run.undoUndo')}
      </Button>
      <p className={styles.hint}>{t(mayPropose ? 'run.undoHint' : 'run.noUndo')}</p>
    </>
  )
}
