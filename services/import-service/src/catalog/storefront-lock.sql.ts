import type { Knex } from 'knex'
import { change, sql } from '../postgres/database.ts'

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
  await change(
    transaction,
    // In UTC, so that adding a microsecond does not depend on the session's time zone, as distributed tables require.
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
