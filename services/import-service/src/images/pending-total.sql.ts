import type { Knex } from 'knex'
import { queryOne, sql, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { total, addToTotal } from '../catalog/storefront-locks.sql.ts'

/*
 * A run's own counts say how many of its images are pending; they change in the transaction that changes the images.
 * The total over all storefronts is stored in one row, the sum of `images_counted` of all runs. Imports do not update
 * that row, because they would all wait for it. Runs whose pending images differ from `images_counted` are few and are
 * found by an index. Changing the counts of a run sets `images_moved`. The release before does not set it; such a
 * change is found with the run's next change, or when the run ends.
 */

/**
 * The number of pending images of all storefronts, and of those that are not requested, because they are due or in a
 * pause.
 */
export async function countPendingImages(database: Database): Promise<{ pending: number; waiting: number }> {
  return await queryOne<{ pending: number; waiting: number }>(
    database,
    sql`
      with total as (
        select (
          select coalesce(sum(image_count), 0) from storefront_locks where storefront_id = ${total.storefrontId}
        ) + (
          select coalesce(sum(images_total - images_fetched - images_rejected - images_failed - images_counted), 0)
          from import_runs
          where status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0
        ) as pending
      )
      select pending::bigint as pending,
        (pending - (select count(*) from run_images where outcome = 'pending' and request_at is null))::bigint as waiting
      from total`,
  )
}

/** The storefront of each run that the total may not include correctly yet; up to `limit` runs. */
export async function findUncounted(database: Database, limit: number): Promise<string[]> {
  const rows = await query<{ storefrontId: string }>(
    database,
    sql`
      select storefront_id as "storefrontId" from import_runs
      where status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0
      limit ${limit}`,
  )
  return rows.map(({ storefrontId }) => storefrontId)
}

/**
 * Adds the uncounted pending images of the storefront's runs to the total. Skips runs that are locked by another
 * transaction; they are counted next time.
 */
export async function addUncounted(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<void> {
  const { images } = await queryOne<{ images: number }>(
    transaction,
    sql`
      with uncounted as (
        select run_id, images_counted as before, images_total - images_fetched - images_rejected - images_failed as pending
        from import_runs
        where storefront_id = ${storefrontId}
          and (status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0)
        for update skip locked
      ),
      counted as (
        update import_runs r set images_counted = u.pending, images_moved = false
        from uncounted u
        where r.storefront_id = ${storefrontId} and r.run_id = u.run_id
        returning u.pending - u.before as images
      )
      select coalesce(sum(images), 0)::bigint as images from counted`,
  )
  await addToTotal(transaction, images, now)
}
