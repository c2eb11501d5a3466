import type { Knex } from 'knex'
import { change, sql } from '../postgres/database.ts'

/**
 * Takes the storefront's lock until the transaction ends; waits for its holder. A row and not an advisory lock:
 * two storefronts never share it. `locked_at` is another one each time; the catalog's counts that were those of the last
 * one are now those of this one, for the holder to move.
 */
export async function lockStorefront(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<void> {
  await change(
    transaction,
    // At UTC, so that a microsecond more does not depend on a session's time zone: distributed tables need that.
    sql`
      insert into storefront_locks as l (storefront_id, locked_at) values (${storefrontId}, ${now})
      on conflict (storefront_id) do update set
        locked_at = greatest(
          excluded.locked_at, (l.locked_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'
        ),
        counted_at = case
          when l.counted_at = l.locked_at
          then greatest(
            excluded.locked_at, (l.locked_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'
          )
        end`,
  )
}
