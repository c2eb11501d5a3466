import type { Draft, DraftRevision, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { previewAgain } from './preview-again.ts'

/**
 * Changes what of the draft's file is imported, or cells of it, and previews it again.
 * @throws what `previewAgain` throws
 */
export async function reviseDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string; caller?: Person | null } & DraftRevision,
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  return await previewAgain(context, input, { signal, reviser: input.caller ?? null })
}
