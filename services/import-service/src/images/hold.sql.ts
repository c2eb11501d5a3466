import type { Knex } from 'knex'
import { change, sql } from '../postgres/database.ts'

/**
 * Ends all claims on the storefront's pending images and prevents new requests and claims; settlements of earlier
 * claims are stale. The outbox lock must be held, because the dispatcher locks the rows in another order. Returns the
 * number of images.
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

/** Makes the storefront's held images due again, with a new request number. */
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
