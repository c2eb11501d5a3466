import type { Run } from '@catalog/contracts'
import { Button } from '../../components/button.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { canUndo, countsOf } from '../../components/run-counts.ts'
import { RunLink } from '../../components/run-link.tsx'
import { useUndo } from '../../components/use-open-draft.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useMay } from '../../session/session.ts'
import { CountFigures } from '../../rows/count-figures.tsx'

/** What the import has done, and what can be done about it. */
export function RunResult({ run }: { run: Run }) {
  const { t, format } = useI18n()
  const { details_until: until, undone_by: undoneBy } = run
  const mayPropose = useMay('catalog:propose')
  const undo = useUndo()
  const isUndoable = canUndo(run)
  const left = leftTexts(t, run)
  return (
    <Notice
      tone={undoneBy === null ? 'good' : 'info'}
      title={undoneBy === null ? doneText(t, run) : t('run.undone')}
      actions={
        <>
          {isUndoable && (
            <Button
              icon="undo"
              isDisabled={!mayPropose}
              isPending={undo.isPending}
              onPress={() => undo.mutate(run.run_id)}
            >
              {t(run.undoes === null ? 'run.undoThis' : 'run.undoUndo')}
            </Button>
          )}
          {until !== null && run.added + run.updated > 0 && (
            <DownloadButton path={`/api/products/imports/runs/${run.run_id}/changes.csv`}>
              {t('run.downloadChanges')}
            </DownloadButton>
          )}
        </>
      }
    >
      {undoneBy !== null && <p>{doneText(t, run)}</p>}
      {undoneBy !== null && <RunLink runId={undoneBy} />}
      {left.length > 0 && <p>{t('run.left', { what: left.join(', ') })}</p>}
      {run.undoes !== null && <p>{t('run.undoApplied')}</p>}
      {isUndoable && !mayPropose && <p>{t('run.noUndo')}</p>}
      {until === null ? (
        <>
          <CountFigures tally={run.preview} rows={run} />
          <p>{t('run.detailsGone')}</p>
        </>
      ) : (
        <p>{t(isUndoable ? 'run.undoableUntil' : 'run.keptUntil', { date: format.date(until) })}</p>
      )}
      {undo.error && <ProblemNotice error={undo.error} onRetry={() => undo.mutate(run.run_id)} />}
    </Notice>
  )
}

/** "Done: 300 products added, 1,182 products changed." */
function doneText(t: Translate, run: Run): string {
  // An earlier release counted no products.
  if (run.preview === null) return t('run.doneRows', { rows: run.added + run.updated })
  const counts = countsOf(run)
  const what = [
    ...(counts.new > 0 ? [t('run.productsAdded', { count: counts.new })] : []),
    ...(counts.changed > 0 ? [t('run.productsChanged', { count: counts.changed })] : []),
  ]
  return what.length === 0 ? t('run.doneNothing') : t('run.done', { what: what.join(', ') })
}

function leftTexts(t: Translate, { errored, preview }: Run): string[] {
  const { with_errors: failed = 0, left_out: leftOut = 0 } = preview?.products ?? {}
  return [
    ...(errored > 0 ? [t('review.rowsSkipped', { count: errored })] : []),
    ...(failed > 0 ? [t('review.failedProducts', { count: failed })] : []),
    ...(leftOut > 0 ? [t('review.leftOut', { count: leftOut })] : []),
  ]
}
