import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

export interface ExpiredDrafts {
  storefrontId: string
  draftIds: string[]
}

/** The oldest expired drafts of all storefronts, up to so many, and only one that exceeds so many bytes. */
export async function findExpiredDrafts(
  database: Database,
  now: Date,
  { drafts, bytes }: { drafts: number; bytes: number },
): Promise<(ExpiredDrafts & { areMore: boolean })[]> {
  return await query<ExpiredDrafts & { areMore: boolean }>(
    database,
    sql`
      select storefront_id as "storefrontId", array_agg(draft_id) as "draftIds",
        max(found) >= ${drafts} or max(bytes) >= ${bytes} as "areMore"
      from (
        select storefront_id, draft_id, count(*) over () as found, sum(bytes) over () as bytes,
          sum(bytes) over (order by expires_at, storefront_id, draft_id) - bytes as bytes_before
        from (
          select storefront_id, draft_id, expires_at, pg_column_size(file) + pg_column_size(plan) as bytes
          from import_drafts
          where expires_at <= ${now} and applies = '{}'
          order by expires_at
          limit ${drafts}
        ) oldest
      ) measured
      where bytes_before < ${bytes}
      group by storefront_id`,
  )
}

/**
 * Deletes those of the drafts that have expired, with their rows, except drafts that another transaction has locked and
 * those with attempts to apply them whose event is not written yet.
 * Returns how many.
 */
export async function deleteExpiredDrafts(
  database: Database,
  { storefrontId, draftIds }: ExpiredDrafts,
  now: Date,
): Promise<number> {
  // No rows are left over: replacing a draft's rows also renews its hour.
  return await change(
    database,
    sql`
      with expired as (
        select draft_id from import_drafts
        where storefront_id = ${storefrontId} and draft_id = any(${draftIds}::uuid[]) and expires_at <= ${now}
          and applies = '{}'
        for update skip locked
      ), blocks as (
        delete from import_row_blocks b using expired e
        where b.storefront_id = ${storefrontId} and b.draft_id = e.draft_id
      ), rows as (
        delete from import_draft_rows r using expired e
        where r.storefront_id = ${storefrontId} and r.draft_id = e.draft_id
      )
      delete from import_drafts d using expired e
      where d.storefront_id = ${storefrontId} and d.draft_id = e.draft_id`,
  )
}

/** The oldest cancelled drafts of all storefronts whose hour is over, up to so many. */
export async function findExpiredCancellations(
  database: Database,
  now: Date,
  limit: number,
): Promise<ExpiredDrafts[]> {
  return await query<ExpiredDrafts>(
    database,
    sql`
      select storefront_id as "storefrontId", array_agg(draft_id) as "draftIds"
      from (
        select storefront_id, draft_id from cancelled_drafts where expires_at <= ${now} order by expires_at limit ${limit}
      ) oldest
      group by storefront_id`,
  )
}

/** Returns how many. */
export async function deleteExpiredCancellations(
  database: Database,
  { storefrontId, draftIds }: ExpiredDrafts,
  now: Date,
): Promise<number> {
  return await change(
    database,
    sql`
      delete from cancelled_drafts
      where storefront_id = ${storefrontId} and draft_id = any(${draftIds}::uuid[]) and expires_at <= ${now}`,
  )
}

export interface ExpiredKeys {
  storefrontId: string
  /** How many of the oldest expired keys, of all storefronts, the storefront has. */
  keys: number
}

/** Expired keys of all storefronts, counted by storefront, up to `limit` keys in total. */
export async function findExpiredKeys(database: Database, now: Date, limit: number): Promise<ExpiredKeys[]> {
  return await query<ExpiredKeys>(
    database,
    sql`
      select storefront_id as "storefrontId", count(*) as keys
      from (
        select storefront_id from idempotency_keys where expires_at <= ${now} order by expires_at limit ${limit}
      ) oldest
      group by storefront_id`,
  )
}

/** Returns how many. */
export async function deleteExpiredKeys(
  database: Database,
  { storefrontId, keys }: ExpiredKeys,
  now: Date,
): Promise<number> {
  return await change(
    database,
    sql`
      delete from idempotency_keys
      where storefront_id = ${storefrontId} and expires_at <= ${now} and (endpoint, key) in (
        select endpoint, key from idempotency_keys
        where storefront_id = ${storefrontId} and expires_at <= ${now}
        order by expires_at
        limit ${keys}
      )`,
  )
}
