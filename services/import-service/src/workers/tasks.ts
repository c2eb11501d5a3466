import type { DraftKey } from '../drafts/drafts.sql.ts'
import type { PreviewTools } from '../drafts/preview-file.ts'
import { reportErrors } from '../drafts/report-errors.ts'
import { storeDraft } from '../drafts/store-draft.ts'
import type { DraftInput, StoredDraft } from '../drafts/store-draft.ts'

/** What a task needs; the bytes of the file are transferred to its thread. */
export interface TaskInputs {
  storeDraft: DraftInput
  reportErrors: { bytes: Uint8Array<ArrayBuffer> }
}

/** What it resolves with. The bytes in it are not shared. */
export interface TaskResults {
  storeDraft: StoredDraft
  reportErrors: { parts: Uint8Array[] }
}

export type TaskName = keyof TaskResults
type Tasks = {
  [Name in TaskName]: (
    tools: PreviewTools,
    key: DraftKey,
    input: TaskInputs[Name],
  ) => Promise<TaskResults[Name]>
}

/** What is done with a whole file. */
export const tasks: Tasks = { storeDraft, reportErrors }

export type RunTask = <Name extends TaskName>(
  name: Name,
  key: DraftKey,
  input: TaskInputs[Name],
  signal: AbortSignal,
) => Promise<TaskResults[Name]>

/** In this thread. */
export function tasksOn(tools: PreviewTools): RunTask {
  return (name, key, input) => tasks[name](tools, key, input)
}
