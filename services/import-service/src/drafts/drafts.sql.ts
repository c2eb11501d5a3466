import type { Knex } from 'knex'
import { query, queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { queryHere, queryToWrite } from '../catalog/storefront-moves.sql.ts'
import { headColumns, toHead } from './draft-columns.ts'
import type { DraftHead, DraftKey, HeadColumns } from './draft-columns.ts'
import { greatestId } from '../cursor.ts'

export async function findDraft(database: Database, key: DraftKey): Promise<DraftHead | undefined> {
  const [head] = await queryHere<HeadColumns>(database, key.storefrontId)`
    select ${headColumns},
      (select state from storefront_moves where storefront_id = ${key.storefrontId}) as move
    from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and expires_at > '-infinity'`
  return head && toHead(head)
}

/** What a confirm needs. */
interface LockedDraft {
  head: DraftHead
  plan: Buffer
  /** The attempts to apply it, as `recordApply` stores them. */
  applies: string[]
  /** False for a draft of the previous release, of which a run can keep nothing. */
  hasDetails: boolean
}

/**
 * Locks the draft's row until the transaction ends, and the storefront against being moved.
 * @throws ServiceError unavailable
 */
export async function lockDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
): Promise<LockedDraft | undefined> {
  const [draft] = await queryToWrite<HeadColumns & Omit<LockedDraft, 'head'>>(transaction, key.storefrontId)`
    select ${headColumns}, plan, applies, errors_csv is not null as "hasDetails",
      (select state from storefront_moves where storefront_id = ${key.storefrontId} for share) as move
    from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and expires_at > '-infinity'
    for update`
  if (draft === undefined) return undefined
  const { plan, applies, hasDetails, ...head } = draft
  return { head: toHead(head), plan, applies, hasDetails }
}

/** The uploaded bytes, and the edits of their cells as JSON, each compressed. */
export async function readDraftFile(
  database: Database,
  key: DraftKey,
): Promise<{ file: Buffer; editedCells: Buffer | null } | undefined> {
  const [row] = await query<{ file: Buffer; editedCells: Buffer | null }>(database)`
    select file, edited_cells as "editedCells" from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`
  return row
}

/** The rejected rows as CSV, compressed; null for a draft of the previous release. */
export async function readDraftErrors(database: Database, key: DraftKey): Promise<Buffer | null | undefined> {
  const [row] = await query<{ errors_csv: Buffer | null }>(database)`
    select errors_csv from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`
  return row?.errors_csv
}

/** The handles that the file names, as JSON, compressed; null for a draft of the previous release. */
export async function readNamedHandles(
  database: Database,
  key: DraftKey,
): Promise<Buffer | null | undefined> {
  const [row] = await query<{ named: Buffer | null }>(database)`
    select named from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`
  return row?.named
}

/** The storefront's open drafts, newest first, older than the draft `before`: ids are UUIDv7. */
export async function listOpenDrafts(
  database: Database,
  storefrontId: string,
  { before, limit, now }: { before: string | null; limit: number; now: Date },
): Promise<DraftHead[]> {
  const heads = await queryHere<HeadColumns>(database, storefrontId)`
    select ${headColumns},
      (select state from storefront_moves where storefront_id = ${storefrontId}) as move
    from import_drafts
    where storefront_id = ${storefrontId} and expires_at > ${now}
      and draft_id < coalesce(${before}::uuid, ${greatestId}::uuid)
    order by draft_id desc
    limit ${limit}`
  return heads.map(toHead)
}

interface OpenDrafts {
  drafts: number
  bytes: number
  firstExpiry: Date | null
}

/** How many open drafts the storefront has, how many bytes they occupy, and when the first of them expires. */
export async function measureOpenDrafts(
  database: Database,
  storefrontId: string,
  now: Date,
): Promise<OpenDrafts> {
  return await queryOne<OpenDrafts>(database)`
    select count(*) as drafts, min(expires_at) as "firstExpiry", coalesce(sum(
      pg_column_size(file) + pg_column_size(plan) + coalesce(pg_column_size(errors_csv), 0) +
      coalesce(pg_column_size(named), 0) + coalesce(pg_column_size(edited_cells), 0) + (
        select coalesce(sum(pg_column_size(b.rows)), 0) from import_row_blocks b
        where b.storefront_id = ${storefrontId} and b.draft_id = d.draft_id
      )
    ), 0)::float8 as bytes
    from import_drafts d
    where storefront_id = ${storefrontId} and expires_at > ${now}`
}

/** The drafts of all storefronts with attempts to apply them that are running or whose event is not written yet. */
export async function findDraftsWithApplies(
  database: Database,
): Promise<(DraftKey & { applies: string[] })[]> {
  return await query<DraftKey & { applies: string[] }>(database)`
    select storefront_id as "storefrontId", draft_id as "draftId", applies from import_drafts
    where applies <> '{}'`
}

/**
 * Locks the draft so that the caller can write the events of its attempts; none if one of them is running or another
 * process has locked it.
 */
export async function lockApplies(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
): Promise<string[]> {
  const [draft] = await query<{ applies: string[] }>(transaction)`
    select applies from import_drafts
    where storefront_id = ${storefrontId} and draft_id = ${draftId}
    for update skip locked`
  return draft?.applies ?? []
}

export async function wasCancelled(
  database: Database,
  { storefrontId, draftId }: DraftKey,
): Promise<boolean> {
  const found = await query(database)`
    select 1 from cancelled_drafts where storefront_id = ${storefrontId} and draft_id = ${draftId}`
  return found.length > 0
}

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
  return await query<ExpiredDrafts & { areMore: boolean }>(database)`
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
    group by storefront_id`
}

/** The oldest cancelled drafts of all storefronts whose hour is over, up to so many. */
export async function findExpiredCancellations(
  database: Database,
  now: Date,
  limit: number,
): Promise<ExpiredDrafts[]> {
  return await query<ExpiredDrafts>(database)`
    select storefront_id as "storefrontId", array_agg(draft_id) as "draftIds"
    from (
      select storefront_id, draft_id from cancelled_drafts where expires_at <= ${now} order by expires_at limit ${limit}
    ) oldest
    group by storefront_id`
}
