import type { Knex } from 'knex'
import { change, query, queryOne } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'

export interface StorefrontTable {
  name: string
  /** The columns after storefront_id by which batches are selected; an index has both. */
  key: string
  /** Rows per batch: few if a row is large or if one `key` has many rows. */
  limit: number
  /** Its rows must only be deleted while holding the lock of the draft's head. */
  isOfDraft?: true
}

/** Says where the storefront is, if it was ever moved. */
export const moveTable: StorefrontTable = { name: 'storefront_moves', key: 'storefront_id', limit: 1_000 }

/** The tables with a storefront's rows: those of what belongs to a row before that row's. */
export const storefrontTables: StorefrontTable[] = [
  { name: 'import_row_blocks', key: 'draft_id', limit: 20, isOfDraft: true },
  { name: 'import_draft_rows', key: 'draft_id, row_number', limit: 5_000, isOfDraft: true },
  { name: 'import_drafts', key: 'draft_id', limit: 20, isOfDraft: true },
  { name: 'cancelled_drafts', key: 'draft_id', limit: 1_000 },
  { name: 'idempotency_keys', key: 'endpoint, key', limit: 1_000 },
  { name: 'column_mappings', key: 'mapping_id', limit: 100 },
  { name: 'run_images', key: 'run_id, image_id', limit: 1_000 },
  { name: 'import_run_details', key: 'run_id', limit: 20 },
  { name: 'import_runs', key: 'run_id', limit: 1_000 },
  { name: 'variants', key: 'variant_id', limit: 1_000 },
  { name: 'product_images', key: 'image_id', limit: 1_000 },
  { name: 'products', key: 'product_id', limit: 1_000 },
  // Behind the products: a count of those that were left could still be stored.
  { name: 'metadata_keys', key: 'status, key', limit: 1_000 },
  moveTable,
]

/** Deleted last: an apply waits for its row, and each batch locks it first. */
export const lockTable: StorefrontTable = { name: 'storefront_locks', key: 'storefront_id', limit: 1_000 }

/**
 * The names of all tables that have a storefront_id, including those of a later release. Not read from
 * information_schema, which omits tables that this login may not read.
 */
export async function findStorefrontTables(database: Database): Promise<string[]> {
  const statement = {
    text: `
      select quote_ident(c.relname) as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'storefront_id' and not a.attisdropped
      order by 1`,
    values: [],
  }
  const tables = await query<{ name: string }>(database)(statement)
  return tables.map(({ name }) => name)
}

export async function countRows(database: Database, table: string, storefrontId: string): Promise<number> {
  const { count } = await queryOne<{ count: number }>(database)({
    text: `select count(*) as count from ${table} where storefront_id = ?`,
    values: [storefrontId],
  })
  return count
}

/** Deletes one batch of the storefront's rows. Returns how many. */
export async function deleteBatch(
  transaction: Knex.Transaction,
  { name, key, limit }: StorefrontTable,
  storefrontId: string,
): Promise<number> {
  return await change(transaction)({
    text: `
      delete from ${name} where storefront_id = ? and (${key}) in (
        select ${key} from ${name} where storefront_id = ? order by ${key} limit ?
      )`,
    values: [storefrontId, storefrontId, limit],
  })
}

/**
 * Sets how long the transaction waits for a lock before it fails: `short` is a second, `none` as long as a statement
 * may take.
 */
export async function limitLockWait(transaction: Knex.Transaction, wait: 'short' | 'none'): Promise<void> {
  if (wait === 'short') await change(transaction)`set local lock_timeout = '1s'`
  else await change(transaction)`set local lock_timeout = 0`
}

/** Marks the storefront's catalog counts as unknown before the catalog changes. The storefront's lock must be held. */
export async function forgetCatalogCounts(
  transaction: Knex.Transaction,
  storefrontId: string,
): Promise<void> {
  await change(transaction)`
    update storefront_locks set summarized_at = null where storefront_id = ${storefrontId}`
}

/** Locks the heads of the storefront's drafts; waits for transactions that recheck or sweep them. */
export async function lockDrafts(transaction: Knex.Transaction, storefrontId: string): Promise<void> {
  await query(transaction)`
    select draft_id from import_drafts where storefront_id = ${storefrontId} for update`
}

export interface DeletedImages {
  deleted: number
  /** When the last unexpired claim on them expires; null if there is none. */
  inHandUntil: Date | null
}

/**
 * Deletes rows of `run_images`: all pending ones, or up to `limit` with any outcome. If an image is claimed
 * concurrently, either the claim came first and is in the result, or it finds no row.
 */
export async function deleteRunImages(
  transaction: Knex.Transaction,
  storefrontId: string,
  { isPending, limit, now }: { isPending: boolean; limit: number | null; now: Date },
): Promise<DeletedImages> {
  return await queryOne<DeletedImages>(transaction)`
    with deleted as (
      delete from run_images
      where storefront_id = ${storefrontId} and (run_id, image_id) in (
        select run_id, image_id from run_images
        where storefront_id = ${storefrontId} and (outcome = 'pending' or not ${isPending})
        order by run_id, image_id
        limit ${limit}
      )
      returning claim_expires_at
    )
    select count(*) as deleted, max(claim_expires_at) filter (where claim_expires_at > ${now}) as "inHandUntil"
    from deleted`
}

/** Deletes one batch of the storefront's runs. `counted`: their pending images in the total over all storefronts. */
export async function deleteRuns(
  transaction: Knex.Transaction,
  storefrontId: string,
  limit: number,
): Promise<{ deleted: number; counted: number }> {
  return await queryOne<{ deleted: number; counted: number }>(transaction)`
    with deleted as (
      delete from import_runs
      where storefront_id = ${storefrontId} and run_id in (
        select run_id from import_runs where storefront_id = ${storefrontId} order by run_id limit ${limit}
      )
      returning images_counted
    )
    select count(*) as deleted, coalesce(sum(images_counted), 0)::bigint as counted from deleted`
}

/**
 * Whether an attempt at an image may have begun after `since`: an image was settled then, a pending image has had an
 * attempt, or an apply or a killed erasure acquired the storefront's lock.
 */
export async function mayHaveAttempted(
  database: Database,
  storefrontId: string,
  since: Date,
): Promise<boolean> {
  const { may } = await queryOne<{ may: boolean }>(database)`
    select exists (
        select from storefront_locks where storefront_id = ${storefrontId} and locked_at > ${since}
      ) or exists (
        select from run_images
        where storefront_id = ${storefrontId} and (settled_at > ${since} or outcome = 'pending' and attempts > 0)
      ) as may`
  return may
}
