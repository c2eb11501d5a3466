import type { Context } from '../context.ts'
import { openDraft } from './open-draft.ts'
import { readStoredFile } from './stored-file.ts'

/**
 * The rejected rows as they were uploaded, with the columns that say why; to be corrected and uploaded again.
 * @throws ServiceError draft_not_found, draft_expired, unavailable, too_complex
 */
export async function exportDraftErrors(
  context: Context,
  input: { storefront_id: string; draft_id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { rowCount } = await openDraft(context, key)
  const load = () => readStoredFile(context.database, key)
  return { head: {}, body: inParts(await context.files.reportErrors({ key, rows: rowCount, signal }, load)) }
}

async function* inParts(parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  // What is taken is given up.
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) yield part
}
