import type { Context } from '../context.ts'
import { decompressParts } from '../drafts/compression.ts'
import { findRunWithDetails } from './run-details.ts'

/**
 * All changes of the run as CSV.
 * @throws ServiceError run_not_found, run_details_expired, unavailable, too_complex
 */
export async function exportRunChanges(
  { database, files }: Context,
  input: { storefront_id: string; run_id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const { added, updated } = await findRunWithDetails(database, key)
  const csv = await files.writeChanges({ key, rows: added + updated, signal })
  return { head: {}, body: decompressParts(csv) }
}
