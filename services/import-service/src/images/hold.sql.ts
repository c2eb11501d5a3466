import type { Knex } from 'knex'
import { change, sql } from '../postgres/database.ts'

/**
 * Takes the storefront's pending images out of every worker's hands, and lets none be requested or claimed: what is said
 * of an earlier claim is stale. The lock of the outbox must be held: who fills the queue locks rows in another order.
 */
export async function holdImages(transaction: Knex.Transaction, storefrontId: string): Promise<number> {
  return await change(
    transaction,
    sql`
      update run_images set
        request_at = 'infinity', requests = requests + 1, attempts = attempts - (claim_expires_at is not null)::integer,
        claim_token = null, claim_expires_at = null
      where storefront_id = ${storefrontId} and outcome = 'pending' and request_at is distinct from 'infinity'`,
  )
}

/** Has the images that are held requested, in another request than any before. */
export async function releaseImages(
  transaction: Knex.Transaction,
  storefrontId: string,
  now: Date,
): Promise<number> {
  return await change(
    transaction,
    sql`
      update run_images set request_at = ${now}, requests = requests + 1
      where storefront_id = ${storefrontId} and outcome = 'pending' and request_at = 'infinity'`,
  )
}
