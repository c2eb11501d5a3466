import type { Knex } from 'knex'
import type { AdjustedStock } from '@catalog/contracts'
import { change, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** A caller's key for a request, within a storefront and an endpoint. */
export interface IdempotencyKey {
  storefrontId: string
  endpoint: 'create-draft' | 'confirm-draft' | 'adjust-stock'
  key: string
}

/** The request that was made with the key. */
export interface KeyedRequest {
  /** The draft that the request stored or confirmed; null of an adjustment of stock. */
  draftId: string | null
  /** A digest of the rest of the request: a repeated request has the same. */
  fingerprint: string
  /** Of an adjustment of stock, which its repeat gets. */
  answer: AdjustedStock | null
}

const keyLifetimeMs = 24 * 60 * 60_000

/**
 * Stores the request under its key, or returns the request that already has the key; waits if that one is just being
 * stored.
 */
export async function claimKey(
  transaction: Knex.Transaction,
  key: IdempotencyKey,
  request: KeyedRequest,
  now: Date,
): Promise<KeyedRequest> {
  const { draftId, fingerprint, answer } = request
  const expiresAt = new Date(now.getTime() + keyLifetimeMs)
  for (;;) {
    const claimed = await change(transaction)`
      insert into idempotency_keys as k (storefront_id, endpoint, key, fingerprint, draft_id, answer, expires_at)
      values (
        ${key.storefrontId}, ${key.endpoint}, ${key.key}, ${fingerprint}, ${draftId},
        ${answer && JSON.stringify(answer)}::jsonb, ${expiresAt}
      )
      on conflict (storefront_id, endpoint, key) do update set
        fingerprint = excluded.fingerprint, draft_id = excluded.draft_id, answer = excluded.answer,
        expires_at = excluded.expires_at
      where k.expires_at <= ${now}`
    if (claimed > 0) return request
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
  const [request] = await query<KeyedRequest>(database)`
    select draft_id as "draftId", fingerprint, answer from idempotency_keys
    where storefront_id = ${storefrontId} and endpoint = ${endpoint} and key = ${key} and expires_at > ${now}`
  return request
}

export interface ExpiredKeys {
  storefrontId: string
  /** How many of the oldest expired keys, of all storefronts, the storefront has. */
  keys: number
}

/** Expired keys of all storefronts, counted by storefront, up to `limit` keys in total. */
export async function findExpiredKeys(database: Database, now: Date, limit: number): Promise<ExpiredKeys[]> {
  return await query<ExpiredKeys>(database)`
    select storefront_id as "storefrontId", count(*) as keys
    from (
      select storefront_id from idempotency_keys where expires_at <= ${now} order by expires_at limit ${limit}
    ) oldest
    group by storefront_id`
}

/** Returns how many. */
export async function deleteExpiredKeys(
  database: Database,
  { storefrontId, keys }: ExpiredKeys,
  now: Date,
): Promise<number> {
  return await change(database)`
    delete from idempotency_keys
    where storefront_id = ${storefrontId} and expires_at <= ${now} and (endpoint, key) in (
      select endpoint, key from idempotency_keys
      where storefront_id = ${storefrontId} and expires_at <= ${now}
      order by expires_at
      limit ${keys}
    )`
}
