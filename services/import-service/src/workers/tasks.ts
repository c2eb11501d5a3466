import type { DraftKey } from '../drafts/draft-columns.ts'
import type { PreviewTools } from '../drafts/preview-file.ts'
import { storeDraft } from '../drafts/store-draft.ts'
import type { DraftInput, StoredDraft } from '../drafts/store-draft.ts'
import type { RunKey } from '../runs/runs.sql.ts'
import { writeChanges } from '../runs/write-changes.ts'
import { storeUndo } from '../runs/store-undo.ts'
import type { UndoInput } from '../runs/store-undo.ts'

/** Inputs of tasks; the bytes of a file are transferred to the thread. */
export interface TaskInputs {
  storeDraft: DraftInput & { key: DraftKey }
  storeUndo: UndoInput & { key: DraftKey }
  writeChanges: { key: RunKey }
}

/** Results of tasks. The bytes in them are not shared. */
export interface TaskResults {
  storeDraft: StoredDraft
  storeUndo: StoredDraft
  writeChanges: { csv: Uint8Array<ArrayBuffer> }
}

export type TaskName = keyof TaskInputs
type Tasks = {
  [Name in TaskName]: (tools: PreviewTools, input: TaskInputs[Name]) => Promise<TaskResults[Name]>
}

/** The tasks on a whole file, or on everything that a run has written. */
export const tasks: Tasks = {
  storeDraft: (tools, { key, ...input }) => storeDraft(tools, key, input),
  storeUndo: (tools, { key, ...input }) => storeUndo(tools, key, input),
  writeChanges: (tools, { key }) => writeChanges(tools, key),
}

/** A large task runs at a lower priority, and any other one ends with NotSmall if it takes long. */
export type RunTask = <Name extends TaskName>(
  name: Name,
  input: TaskInputs[Name],
  signal: AbortSignal,
  options?: { isLarge: boolean },
) => Promise<TaskResults[Name]>
