import { fileWarning } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { Preview } from '@catalog/preview'
import { findRunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { RunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { Database } from '../postgres/database.ts'

/** What to do about images of a run whose host did not deliver them. */
export function adviceToRetry({ createdAt, images }: RunToRetry): FileWarning {
  return fileWarning('images_to_retry', { case: 'images', count: images, time: createdAt.toISOString() })
}

/** The warning for a file that changes nothing although images of its products can be retried (RB-3). */
export async function warnOfRetry(
  database: Database,
  storefrontId: string,
  { counts, plan }: Preview,
): Promise<FileWarning[]> {
  if (counts.adds + counts.updates > 0) return []
  const products = plan.seen.map(({ productId }) => productId)
  const retry = await findRunToRetry(database, storefrontId, products)
  return retry ? [adviceToRetry(retry)] : []
}
