import type { Draft } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { previewAgain } from './preview-again.ts'

/**
 * Previews the draft again with today's catalog and what was chosen before.
 * @throws what `previewAgain` throws
 */
export async function recheckDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<Draft> {
  return await previewAgain(context, input, { signal, reviser: undefined })
}
