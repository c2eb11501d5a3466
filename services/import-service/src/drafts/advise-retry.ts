import { fileWarningTable } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { Preview } from '@catalog/preview'
import { findRunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { RunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { Database } from '../postgres/database.ts'

/** What to do about images of a run whose host did not deliver them. */
export function adviceToRetry({ createdAt, images }: RunToRetry): string {
  const count = images === 1 ? '1 image' : `${images} images`
  const when = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${count} of these products could not be fetched in the import of ${when}. If only their host was out of order, retry the images of that import; a wrong address has to be corrected in the file.`
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
  if (!retry) return []
  return [
    {
      code: 'images_to_retry',
      message: `${fileWarningTable.images_to_retry} ${adviceToRetry(retry)}`,
      parameters: { case: 'images', count: retry.images, time: retry.createdAt.toISOString() },
    },
  ]
}
