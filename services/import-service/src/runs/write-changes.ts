import { productsOf } from '@catalog/preview'
import { findHandles } from '../catalog/read.sql.ts'
import { compressParts } from '../drafts/compression.ts'
import { decodePlan } from '../drafts/plan-codec.ts'
import type { Database } from '../postgres/database.ts'
import { changesCsv } from './changes-csv.ts'
import { readRunPlan } from './run-details.sql.ts'
import { runDetailsExpired } from './run-details.ts'
import type { RunKey } from './runs.sql.ts'

/**
 * All changes of the run as CSV, compressed.
 * @throws ServiceError run_details_expired
 */
export async function writeChanges(
  { database }: { database: Database },
  key: RunKey,
): Promise<{ csv: Uint8Array<ArrayBuffer> }> {
  const stored = await readRunPlan(database, key)
  if (stored === undefined) throw runDetailsExpired()
  const plan = await decodePlan(stored)
  const handles = await findHandles(database, key.storefrontId, productsOf(plan))
  return { csv: new Uint8Array(await compressParts(changesCsv(plan, handles))) }
}
