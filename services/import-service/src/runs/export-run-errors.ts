import type { Context } from '../context.ts'
import { decompressParts } from '../drafts/compression.ts'
import { findRunWithDetails } from './run-details.ts'
import { readRunErrors } from './run-details.sql.ts'
import { runDetailsExpired } from './run-details.ts'

/**
 * The run's rejected rows as they were uploaded, with additional columns that give the reasons.
 * @throws ServiceError run_not_found, run_details_expired
 */
export async function exportRunErrors(
  { database }: Context,
  input: { storefront_id: string; run_id: string },
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  await findRunWithDetails(database, key)
  const report = await readRunErrors(database, key)
  if (report === undefined) throw runDetailsExpired()
  return { head: {}, body: decompressParts(report) }
}
