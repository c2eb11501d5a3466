import type { Knex } from 'knex'
import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** A caller's key for a request, within a storefront and an endpoint. */
export interface IdempotencyKey {
  storefrontId: string
  endpoint: 'create-draft' | 'confirm-draft'
  key: string
}

/** The request that was made with the key. */
export interface KeyedRequest {
  /** The draft that the request stored or confirmed. */
  draftId: string
  /** A digest of the rest of the request: a repeated request has the same. */
  fingerprint: string
}

const keyLifetimeMs = 24 * 60 * 60_000

/**
 * Stores the request under its key, or returns the request that already has the key; waits if that one is just being
 * stored.
 */
export async function claimKey(
  transaction: Knex.Transaction,
  key: IdempotencyKey,
  { draftId, fingerprint }: KeyedRequest,
  now: Date,
): Promise<KeyedRequest> {
  const expiresAt = new Date(now.getTime() + keyLifetimeMs)
  for (;;) {
    const claimed = await change(
      transaction,
      sql`
        insert into idempotency_keys as k (storefront_id, endpoint, key, fingerprint, draft_id, expires_at)
        values (${key.storefrontId}, ${key.endpoint}, ${key.key}, ${fingerprint}, ${draftId}, ${expiresAt})
        on conflict (storefront_id, endpoint, key) do update set
          fingerprint = excluded.fingerprint, draft_id = excluded.draft_id, expires_at = excluded.expires_at
        where k.expires_at <= ${now}`,
    )
    if (claimed > 0) return { draftId, fingerprint }
    const earlier = await findKey(transaction, key, now)
    if (earlier !== undefined) return earlier
    // The key was erased in between.
  }
}

export async function findKey(
  database: Database,
  { storefrontId, endpoint, key }: IdempotencyKey,
  now: Date,
): Promise<KeyedRequest | undefined> {
  const [request] = await query<KeyedRequest>(
    database,
    sql`
      select draft_id as "draftId", fingerprint from idempotency_keys
      where storefront_id = ${storefrontId} and endpoint = ${endpoint} and key = ${key} and expires_at > ${now}`,
  )
  return request
}
