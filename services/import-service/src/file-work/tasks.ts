import type { Database } from '../database.ts'
import type { DraftKey } from '../drafts.sql.ts'
import { prepareDraft } from '../prepare-draft.ts'
import type { PreparedDraft } from '../prepare-draft.ts'
import { reportErrors } from '../report-errors.ts'

/** What comes of a task with a whole file. The bytes in it are nobody else's. */
export interface TaskResults {
  prepareDraft: PreparedDraft
  reportErrors: { parts: Uint8Array[] }
}

export type TaskName = keyof TaskResults
type Task<Result> = (database: Database, key: DraftKey, bytes: Uint8Array) => Promise<Result>

export const tasks: { [Name in TaskName]: Task<TaskResults[Name]> } = { prepareDraft, reportErrors }

export type RunTask = <Name extends TaskName>(
  name: Name,
  file: { key: DraftKey; bytes: Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
) => Promise<TaskResults[Name]>

/** In this thread. */
export function tasksOn(database: Database): RunTask {
  return (name, { key, bytes }) => tasks[name](database, key, bytes)
}
