import { v7 as newId } from 'uuid'
import type { Draft, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { toDraft } from '../drafts/draft-view.ts'
import { reportDraft } from '../drafts/report-draft.ts'
import { findRunWithDetails } from '../runs/run-details.ts'

/**
 * Previews how to restore what the run changed, and stores that as a draft for one hour.
 * @throws ServiceError run_not_found, run_details_expired, nothing_to_undo, unavailable, too_complex
 */
export async function undoRun(
  { database, files, events, metrics, now, sweep }: Context,
  input: { storefront_id: string; run_id: string; caller?: Person | null },
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  const startedMs = performance.now()
  await sweep()
  const storefrontId = input.storefront_id
  const run = await findRunWithDetails(database, { storefrontId, runId: input.run_id })
  const { head, firstRows } = await files.storeUndo({
    key: { storefrontId, draftId: newId() },
    source: { fileName: null, createdBy: input.caller ?? null, undoes: run.runId },
    rows: run.added + run.updated,
    isRecheck: false,
    signal,
    now,
  })
  reportDraft({ events, metrics }, head, Math.round(performance.now() - startedMs))
  return toDraft(head, firstRows)
}
