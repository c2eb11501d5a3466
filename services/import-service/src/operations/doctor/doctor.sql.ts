import type { RenditionName } from '@catalog/contracts'
import { query, queryOne } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'

/** Some of the storefronts that have ever confirmed an import, ordered by id, after `after`. */
export async function findStorefronts(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await query<{ storefrontId: string }>(database)`
    select storefront_id as "storefrontId" from storefront_locks
    -- The rows that belong to none.
    where storefront_id > ${after} and storefront_id not like '*%'
    order by storefront_id
    limit ${limit}`
  return rows.map(({ storefrontId }) => storefrontId)
}

/** Those of these storefronts that have ever confirmed an import. */
export async function findKnownStorefronts(
  database: Database,
  storefrontIds: string[],
): Promise<Set<string>> {
  const rows = await query<{ storefrontId: string }>(database)`
    select storefront_id as "storefrontId" from storefront_locks
    where storefront_id = any(${storefrontIds}::text[])`
  return new Set(rows.map(({ storefrontId }) => storefrontId))
}

export interface Found {
  count: number
  examples: string[]
}

/**
 * The storefront's runs whose counts or status do not match their images. Settled images of runs that were confirmed
 * before `keptSince` may be deleted already.
 */
export async function findMiscountedRuns(
  database: Database,
  storefrontId: string,
  keptSince: Date,
): Promise<Found> {
  return await queryOne<Found>(database)`
    with images as (
      select run_id,
        count(*) filter (where outcome = 'pending') as pending,
        count(*) filter (where outcome = 'fetched') as fetched,
        count(*) filter (where outcome = 'rejected') as rejected,
        count(*) filter (where outcome = 'failed') as failed
      from run_images
      where storefront_id = ${storefrontId}
      group by run_id
    ),
    miscounted as (
      select r.run_id
      from import_runs r left join images i on i.run_id = r.run_id
      where r.storefront_id = ${storefrontId} and (
        images_total - images_fetched - images_rejected - images_failed <> coalesce(i.pending, 0)
        or (status = 'completed') <> (coalesce(i.pending, 0) = 0)
        or not is_let_go and created_at > ${keptSince} and (images_fetched, images_rejected, images_failed)
          <> (coalesce(i.fetched, 0), coalesce(i.rejected, 0), coalesce(i.failed, 0))
      )
    )
    select count(*) as count, array(select run_id::text from miscounted order by run_id limit 5) as examples
    from miscounted`
}

/** Variants and images whose product is not there, and variants whose image is not. No foreign key refuses them. */
export async function findStrays(database: Database, storefrontId: string): Promise<Found> {
  return await queryOne<Found>(database)`
    with strays as (
      select v.variant_id as id
      from variants v
      left join products p on p.storefront_id = v.storefront_id and p.product_id = v.product_id
      left join product_images i on i.storefront_id = v.storefront_id and i.image_id = v.image_id
      where v.storefront_id = ${storefrontId}
        and (p.product_id is null or v.image_id is not null and i.image_id is null)
      union all
      select i.image_id
      from product_images i
      left join products p on p.storefront_id = i.storefront_id and p.product_id = i.product_id
      where i.storefront_id = ${storefrontId} and p.product_id is null
    )
    select count(*) as count, array(select id::text from strays order by id limit 5) as examples from strays`
}

/** The number of pending images of all storefronts, according to the runs' counts. */
export async function sumPendingImages(database: Database): Promise<number> {
  const { pending } = await queryOne<{ pending: number }>(database)`
    select coalesce(sum(images_total - images_fetched - images_rejected - images_failed), 0)::bigint as pending
    from import_runs where status = 'fetching_images'`
  return pending
}

export interface StoredImage {
  imageId: string
  renditions: RenditionName[]
}

/**
 * Some of the storefront's images that were fetched before `settledBefore`, each with the renditions stored last;
 * ordered by id, after `after`.
 */
export async function findStoredImages(
  database: Database,
  storefrontId: string,
  { after, limit, settledBefore }: { after: string; limit: number; settledBefore: Date },
): Promise<StoredImage[]> {
  return await query<StoredImage>(database)`
    select distinct on (image_id) image_id as "imageId", renditions
    from run_images
    where storefront_id = ${storefrontId} and image_id > ${after}::uuid and outcome = 'fetched'
      and settled_at < ${settledBefore}
    order by image_id, run_id desc
    limit ${limit}`
}

/** Those of these images that the storefront's catalog has. */
export async function findKnownImages(
  database: Database,
  storefrontId: string,
  imageIds: string[],
): Promise<Set<string>> {
  const rows = await query<{ imageId: string }>(database)`
    select image_id as "imageId" from product_images
    where storefront_id = ${storefrontId} and image_id = any(${imageIds}::uuid[])`
  return new Set(rows.map(({ imageId }) => imageId))
}

/** The details of the storefront's last run, or of the last one before `before`; undefined if there are none. */
export async function findPlanBefore(
  database: Database,
  storefrontId: string,
  before: string | null,
): Promise<{ runId: string; plan: Buffer } | undefined> {
  const [run] = await query<{ runId: string; plan: Buffer }>(database)`
    select run_id as "runId", plan from import_run_details
    where storefront_id = ${storefrontId} and run_id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    order by run_id desc
    limit 1`
  return run
}

export interface Versions {
  version: number
  stockVersion: number
}

/** The versions of those of these products that the catalog has. */
export async function findVersions(
  database: Database,
  storefrontId: string,
  productIds: string[],
): Promise<Map<string, Versions>> {
  const rows = await query<Versions & { productId: string }>(database)`
    select product_id as "productId", version, stock_version as "stockVersion" from products
    where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])`
  return new Map(rows.map(({ productId, ...versions }) => [productId, versions]))
}

/** Variants and images of these products. */
export async function findParts(
  database: Database,
  storefrontId: string,
  productIds: string[],
): Promise<{ id: string; productId: string }[]> {
  return await query<{ id: string; productId: string }>(database)`
    select variant_id as id, product_id as "productId" from variants
    where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])
    union all
    select image_id, product_id from product_images
    where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])`
}
