import type { RunSummary } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { runQuery } from '../api/queries.ts'
import { useI18n } from '../i18n/i18n.tsx'

/** "Import of spring.csv", "Undo of spring.csv"; without a file name, with the time. */
export function useRunTitle(run: RunSummary | undefined): string {
  const { t, format } = useI18n()
  const undo = useUndoTitle(run?.undoes ?? null)
  if (run === undefined) return t('run.title')
  if (run.undoes !== null) return undo
  return run.file_name === null
    ? t('run.titleOf', { when: format.dateTime(run.created_at) })
    : t('run.titleOfFile', { file: run.file_name })
}

/** The title of the undo of that run. */
export function useUndoTitle(undoes: string | null): string {
  const { t, format } = useI18n()
  const undone = useRun(undoes)
  if (undone === undefined) return t('run.undo')
  return undone.file_name === null
    ? t('run.undoOf', { when: format.dateTime(undone.created_at) })
    : t('run.undoOfFile', { file: undone.file_name })
}

/** The run, for those of its fields that never change. */
export function useRun(runId: string | null): RunSummary | undefined {
  const { data } = useQuery({
    ...runQuery(runId ?? '', 0),
    enabled: runId !== null,
    staleTime: Infinity,
    refetchInterval: false,
  })
  return data
}
