import type { Database } from '../postgres/database.ts'

/**
 * Inserts storefronts with one open, counted run each, whose image is in a pause between attempts until ten hours after
 * `at`.
 */
export async function insertOpenRuns(database: Database, storefronts: number, at: Date): Promise<void> {
  const time = at.toISOString()
  await database.raw(`
    set session_replication_role = replica;
    insert into import_runs (
      storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, duration_ms,
      created_at, image_phase_started_at, images_counted, images_moved
    )
    select 'shop-' || number, gen_random_uuid(), gen_random_uuid(), 'fetching_images', 1, 0, 0, 0, 1, 5, '${time}',
      '${time}'::timestamptz + (number - 1) * interval '1 microsecond', 1, false
    from generate_series(1, ${storefronts}) as number;
    insert into run_images (storefront_id, run_id, image_id, product_handle, url, request_at)
    select storefront_id, run_id, gen_random_uuid(), 'handle', 'https://img.test/a.png', '${time}'::timestamptz + interval '10 hours'
    from import_runs;
    insert into storefront_locks (storefront_id, locked_at, image_count) values ('*pending-images', '${time}', ${storefronts});
    set session_replication_role = origin;
    analyze import_runs; analyze run_images`)
}
