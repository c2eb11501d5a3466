import { fileWarning } from '@catalog/catalog'
import type { FileWarning, RenditionName } from '@catalog/contracts'
import type { Preview } from '@catalog/preview'
import { query, queryArrays } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Those of these images that were never fetched and whose last outcome is rejected or failed (RB-3). */
export async function findBrokenImages(
  database: Database,
  storefrontId: string,
  imageIds: string[],
): Promise<Set<string>> {
  if (imageIds.length === 0) return new Set()
  const rows = await queryArrays<[string]>(database)`
    select image_id from run_images
    where storefront_id = ${storefrontId} and image_id = any(${imageIds}::uuid[])
    group by image_id
    having bool_and(outcome <> 'fetched' and renditions = '{}')
      and (array_agg(outcome order by run_id desc))[1] in ('rejected', 'failed')`
  return new Set(rows.map(([imageId]) => imageId))
}

export interface FetchedImage {
  imageId: string
  /** The URL of the last fetch. */
  url: string
  /** Empty if it was never fetched. */
  renditions: RenditionName[]
}

/** The last outcomes of these images; images whose runs no longer have their details are missing. */
export async function findFetchedImages(
  database: Database,
  storefrontId: string,
  imageIds: string[],
): Promise<FetchedImage[]> {
  return await query<FetchedImage>(database)`
    select distinct on (image_id) image_id as "imageId", url, renditions
    from run_images
    where storefront_id = ${storefrontId} and image_id = any(${imageIds}::uuid[])
    order by image_id, renditions <> '{}' desc, run_id desc`
}

export interface RunToRetry {
  runId: string
  createdAt: Date
  /** The number of its images of these products that a retry would request. */
  images: number
}

/** The newest run in which current images of these products were rejected or failed. */
export async function findRunToRetry(
  database: Database,
  storefrontId: string,
  productIds: string[],
): Promise<RunToRetry | undefined> {
  if (productIds.length === 0) return undefined
  const [row] = await query<{ run_id: string; created_at: Date; images: number }>(database)`
    select i.run_id, r.created_at, count(*)::int as images
    from product_images p
    join run_images i
      on i.storefront_id = p.storefront_id and i.image_id = p.image_id and i.url = p.url
    join import_runs r on r.storefront_id = i.storefront_id and r.run_id = i.run_id
    where p.storefront_id = ${storefrontId} and p.product_id = any(${productIds}::uuid[])
      and i.outcome in ('rejected', 'failed') and not r.is_let_go
    group by i.run_id, r.created_at
    order by i.run_id desc
    limit 1`
  return row && { runId: row.run_id, createdAt: row.created_at, images: row.images }
}

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
