import type { Knex } from 'knex'
import type { ProductStatus } from '@catalog/catalog'
import { spending } from '@catalog/runtime'
import type { ImportPlan } from '@catalog/preview'
import { change, query, queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { replaceMetadataKeys } from './metadata-keys.sql.ts'
import type { MetadataKey } from './metadata-keys.sql.ts'
import type { MoveColumn } from './storefront-moves.sql.ts'

// All statements that write `storefront_locks`.

/**
 * Acquires the storefront's lock until the transaction ends; waits while another transaction has it. A row instead of
 * an advisory lock, which two storefronts could share. `locked_at` increases each time. If the catalog's counts were
 * valid for the previous `locked_at`, they are now valid for the new one: the caller must adjust them.
 */
export async function lockStorefront(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<void> {
  // In UTC, so that adding a microsecond does not depend on the session's time zone, as distributed tables require.
  await spending(
    'lock',
    () => change(transaction)`
      insert into storefront_locks as l (storefront_id, locked_at) values (${storefrontId}, ${now})
      on conflict (storefront_id) do update set
        locked_at = greatest(
          excluded.locked_at, (l.locked_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'
        ),
        summarized_at = case
          when l.summarized_at = l.locked_at
          then greatest(
            excluded.locked_at, (l.locked_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'
          )
        end`,
  )
}

/** Numbers of products (by status), variants and images in a storefront's catalog, as of its version. */
export interface CatalogCounts {
  version: number
  active: number
  draft: number
  archived: number
  variants: number
  images: number
}

/**
 * The stored counts; undefined if the catalog was changed without them (by an earlier release) and not counted since.
 */
export async function findCatalogCounts(
  database: Database,
  storefrontId: string,
): Promise<(CatalogCounts & MoveColumn) | undefined> {
  const [counts] = await query<CatalogCounts & MoveColumn>(database)`
    select catalog_version as version, active_count as active, draft_count as draft, archived_count as archived, variant_count as variants,
      image_count as images, (select state from storefront_moves where storefront_id = ${storefrontId}) as move
    from storefront_locks
    where storefront_id = ${storefrontId} and summarized_at = locked_at`
  return counts
}

/** The catalog, counted row by row. */
export interface CountedCatalog {
  counts: CatalogCounts
  /** Ordered by status and key. */
  metadataKeys: MetadataKey[]
  /** When it was last changed; null if never. */
  lockedAt: string | null
}

export async function countCatalog(database: Database, storefrontId: string): Promise<CountedCatalog> {
  const { lockedAt, metadataKeys, ...counts } = await queryOne<
    CatalogCounts & Omit<CountedCatalog, 'counts'>
  >(database)`
    select (select locked_at::text from storefront_locks where storefront_id = ${storefrontId}) as "lockedAt",
      coalesce((select catalog_version from storefront_locks where storefront_id = ${storefrontId}), 0) as version,
      count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'draft') as draft,
      count(*) filter (where status = 'archived') as archived,
      (select count(*) from variants where storefront_id = ${storefrontId}) as variants,
      (select count(*) from product_images where storefront_id = ${storefrontId}) as images,
      array(
        select json_build_object('status', status, 'key', key, 'products', count(*))
        from products, jsonb_object_keys(metadata) as key
        where storefront_id = ${storefrontId} and metadata <> '{}'
        group by status, key
        order by status, key collate "C"
      ) as "metadataKeys"
    from products
    where storefront_id = ${storefrontId}`
  return { counts, metadataKeys, lockedAt }
}

/** Stores what was counted, unless the catalog has changed since or is about to. */
export async function keepCatalogCounts(
  database: Database,
  storefrontId: string,
  counted: CountedCatalog,
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const kept = await keepCounts(transaction, storefrontId, counted, now)
    if (kept > 0) await replaceMetadataKeys(transaction, storefrontId, counted.metadataKeys)
  })
}

async function keepCounts(
  transaction: Knex.Transaction,
  storefrontId: string,
  { counts, lockedAt }: CountedCatalog,
  now: Date,
): Promise<number> {
  if (lockedAt === null) {
    return await change(transaction)`
      insert into storefront_locks (
        storefront_id, locked_at, summarized_at, active_count, draft_count, archived_count, variant_count, image_count
      )
      values (
        ${storefrontId}, ${now}, ${now}, ${counts.active}, ${counts.draft}, ${counts.archived}, ${counts.variants},
        ${counts.images}
      )
      on conflict (storefront_id) do nothing`
  }
  return await change(transaction)`
    update storefront_locks l set summarized_at = l.locked_at, active_count = ${counts.active},
      draft_count = ${counts.draft}, archived_count = ${counts.archived}, variant_count = ${counts.variants},
      image_count = ${counts.images}
    where l.storefront_id = ${storefrontId} and l.storefront_id = (
      select o.storefront_id from storefront_locks o
      where o.storefront_id = ${storefrontId} and o.locked_at = ${lockedAt}::timestamptz
      for update skip locked
    )`
}

/**
 * Raises the catalog's version by one, and adjusts the stored counts by what the plan is about to change; they stay
 * invalid if they were. The caller must have the storefront's lock, so that versions are committed in their order.
 */
export async function raiseCatalogVersion(
  transaction: Knex.Transaction,
  storefrontId: string,
  { products, variants, images }: ImportPlan,
): Promise<number> {
  const written = [...products.adds, ...products.updates]
  const countOf = (wanted: ProductStatus) => written.filter(({ status }) => status === wanted).length
  const updated = products.updates.map(({ productId }) => productId)
  const { version } = await queryOne<{ version: number }>(transaction)`
    update storefront_locks l set
      catalog_version = catalog_version + 1,
      active_count = active_count + ${countOf('active')} - before.active,
      draft_count = draft_count + ${countOf('draft')} - before.draft,
      archived_count = archived_count + ${countOf('archived')} - before.archived,
      variant_count = variant_count + ${variants.adds.length},
      image_count = image_count + ${images.adds.length}
    from (
      select count(*) filter (where status = 'active') as active,
        count(*) filter (where status = 'draft') as draft,
        count(*) filter (where status = 'archived') as archived
      from products p
      where p.storefront_id = ${storefrontId} and p.product_id = any(${updated}::uuid[])
    ) before
    where l.storefront_id = ${storefrontId}
    returning l.catalog_version as version`
  return version
}

/** Must be the last statement of its transaction, so that the total's row is locked only briefly. */
export async function addToTotal(transaction: Knex.Transaction, images: number, now: Date): Promise<void> {
  if (images === 0) return
  await change(transaction)`
    insert into storefront_locks as l (storefront_id, locked_at, image_count)
    values (${total.storefrontId}, ${now}, ${images})
    on conflict (storefront_id) do update set image_count = l.image_count + excluded.image_count`
}

/** No storefront can have this id. */
export const total = { storefrontId: '*pending-images' }
