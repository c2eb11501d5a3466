import type { Knex } from 'knex'
import { change, sql } from './database.ts'

/**
 * Takes the storefront's lock until the transaction ends; waits for whoever holds it. A row and not an advisory lock:
 * two storefronts never share it.
 */
export async function lockStorefront(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<void> {
  await change(
    transaction,
    sql`
      insert into storefront_locks (storefront_id, locked_at) values (${storefrontId}, ${now})
      on conflict (storefront_id) do update set locked_at = excluded.locked_at`,
  )
}
