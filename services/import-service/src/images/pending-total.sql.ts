import { queryOne, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { total } from '../catalog/storefront-locks.sql.ts'

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
  return await queryOne<{ pending: number; waiting: number }>(database)`
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
    from total`
}

/** The storefront of each run that the total may not include correctly yet; up to `limit` runs. */
export async function findUncounted(database: Database, limit: number): Promise<string[]> {
  const rows = await query<{ storefrontId: string }>(database)`
    select storefront_id as "storefrontId" from import_runs
    where status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0
    limit ${limit}`
  return rows.map(({ storefrontId }) => storefrontId)
}
