import { v7 as newId } from 'uuid'
import type { Draft, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { beginDraft } from '../drafts/begin-draft.ts'
import { toDraft } from '../drafts/draft-view.ts'
import { reportDraft } from '../drafts/report-draft.ts'
import { findRunWithDetails } from './run-details.ts'

/**
 * Previews how to restore what the run changed, and stores that as a draft for one hour.
 * @throws ServiceError run_not_found, run_details_expired, nothing_to_undo, too_many_drafts, unavailable,   too_complex
 */
export async function undoRun(
  context: Context,
  input: { storefront_id: string; run_id: string; caller?: Person | null },
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  const { database, files, events, metrics, now } = context
  const startedMs = performance.now()
  const storefrontId = input.storefront_id
  await beginDraft(context, storefrontId)
  const run = await findRunWithDetails(database, { storefrontId, runId: input.run_id })
  const { head, firstRows } = await files.storeUndo({
    key: { storefrontId, draftId: newId() },
    source: { fileName: null, createdBy: input.caller ?? null, revisedBy: [], undoes: run.runId },
    rows: run.added + run.updated,
    choice: null,
    replaces: null,
    signal,
    now,
  })
  reportDraft({ events, metrics }, head, Math.round(performance.now() - startedMs))
  return toDraft(head, firstRows)
}
