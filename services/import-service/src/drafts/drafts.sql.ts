import type { Knex } from 'knex'
import type { Delimiter, Dialect, Encoding, FileWarning, Person, UnknownColumn } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { change, query, queryOne, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { deleteRows } from './rows.sql.ts'
import { greatestId } from '../cursor.ts'

/** Identifies one draft; another storefront's is not found. */
export interface DraftKey {
  storefrontId: string
  draftId: string
}

/** A draft without its rows, file and plan, which are read separately. */
export interface DraftHead extends DraftKey, DraftContent, DraftSource {
  createdAt: Date
  expiresAt: Date
}

/** Where a draft comes from; a recheck keeps it. */
export interface DraftSource {
  fileName: string | null
  createdBy: Person | null
  /** The run that it would undo; null for a file. */
  undoes: string | null
}

/** The mapping with which a draft's file was read. */
export interface DraftMapping extends ColumnChoice {
  /** Null if the mapping is not remembered. */
  mappingId: string | null
  /** True if it was not sent with the file but remembered from an earlier one. */
  remembered: boolean
}

/** What a preview computes and a recheck replaces. */
export interface DraftContent {
  dialect: Dialect
  delimiter: Delimiter | null
  encoding: Encoding
  /** Null if no mapping was used. */
  mapping: DraftMapping | null
  rowCount: number
  productCount: number
  adds: number
  updates: number
  unchanged: number
  errors: number
  clears: number
  warnings: FileWarning[]
  /** The first unknown columns. */
  unknownColumns: UnknownColumn[]
  unknownColumnsCount: number
}

/**
 * The uploaded bytes (null for an undo), the plan's JSON and the rejected rows as CSV, each compressed with Zstandard.
 */
export interface DraftBlobs {
  file: Uint8Array
  plan: Uint8Array
  errorsCsv: Uint8Array
}

/** Inserts or replaces the draft's head; `insertRows` writes its rows. */
export async function saveDraft(
  transaction: Knex.Transaction,
  head: DraftHead,
  blobs: DraftBlobs,
): Promise<void> {
  await change(
    transaction,
    sql`
      insert into import_drafts (
        storefront_id, draft_id, dialect, delimiter, encoding, mapping, row_count, product_count,
        adds, updates, unchanged, errors, clears, warnings, unknown_columns, unknown_columns_count, file, plan,
        errors_csv, file_name, created_by, undoes, created_at, expires_at
      )
      values (
        ${head.storefrontId}, ${head.draftId}, ${head.dialect}, ${head.delimiter}, ${head.encoding},
        ${asJson(head.mapping)}, ${head.rowCount}, ${head.productCount}, ${head.adds}, ${head.updates}, ${head.unchanged}, ${head.errors},
        ${head.clears}, ${JSON.stringify(head.warnings)}, ${JSON.stringify(head.unknownColumns)},
        ${head.unknownColumnsCount}, ${asBuffer(blobs.file)}, ${asBuffer(blobs.plan)},
        ${asBuffer(blobs.errorsCsv)}, ${head.fileName}, ${asJson(head.createdBy)}, ${head.undoes}, ${head.createdAt},
        ${head.expiresAt}
      )
      on conflict (storefront_id, draft_id) do update set
        dialect = excluded.dialect, delimiter = excluded.delimiter, encoding = excluded.encoding,
        mapping = excluded.mapping, row_count = excluded.row_count, product_count = excluded.product_count, adds = excluded.adds,
        updates = excluded.updates, unchanged = excluded.unchanged, errors = excluded.errors,
        clears = excluded.clears, warnings = excluded.warnings, unknown_columns = excluded.unknown_columns,
        unknown_columns_count = excluded.unknown_columns_count,
        file = excluded.file, plan = excluded.plan, errors_csv = excluded.errors_csv,
        created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
}

export async function findDraft(database: Database, key: DraftKey): Promise<DraftHead | undefined> {
  const [head] = await query<DraftHead>(
    database,
    sql`
      select storefront_id as "storefrontId", draft_id as "draftId", dialect, delimiter, encoding, mapping,
        row_count as "rowCount", product_count as "productCount", adds, updates, unchanged, errors, clears, warnings,
        unknown_columns as "unknownColumns", unknown_columns_count as "unknownColumnsCount",
        file_name as "fileName", created_by as "createdBy", undoes, created_at as "createdAt", expires_at as "expiresAt"
      from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and expires_at > '-infinity'`,
  )
  return head
}

/** The columns that a confirm needs. */
type LockedDraft = Pick<
  DraftHead,
  'adds' | 'updates' | 'unchanged' | 'errors' | 'expiresAt' | 'dialect' | 'rowCount' | keyof DraftSource
> & {
  plan: Buffer
  /** The attempts to apply it, as `recordApply` stores them. */
  applies: string[]
  /** False for a draft of the previous release, of which a run can keep nothing. */
  hasDetails: boolean
}

/** Locks the draft's row until the transaction ends. */
export async function lockDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
): Promise<LockedDraft | undefined> {
  const [draft] = await query<LockedDraft>(
    transaction,
    sql`
      select adds, updates, unchanged, errors, expires_at as "expiresAt", plan, dialect, row_count as "rowCount",
        file_name as "fileName", created_by as "createdBy", undoes, applies, errors_csv is not null as "hasDetails"
      from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and expires_at > '-infinity'
      for update`,
  )
  return draft
}

/** The uploaded bytes, compressed. */
export async function readDraftFile(database: Database, key: DraftKey): Promise<Buffer | undefined> {
  const [row] = await query<{ file: Buffer }>(
    database,
    sql`select file from import_drafts where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`,
  )
  return row?.file
}

/** The rejected rows as CSV, compressed; null for a draft of the previous release. */
export async function readDraftErrors(database: Database, key: DraftKey): Promise<Buffer | null | undefined> {
  const [row] = await query<{ errors_csv: Buffer | null }>(
    database,
    sql`
      select errors_csv from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`,
  )
  return row?.errors_csv
}

/** The storefront's open drafts, newest first, older than the draft `before`: ids are UUIDv7. */
export async function listOpenDrafts(
  database: Database,
  storefrontId: string,
  { before, limit, now }: { before: string | null; limit: number; now: Date },
): Promise<DraftHead[]> {
  return await query<DraftHead>(
    database,
    sql`
      select storefront_id as "storefrontId", draft_id as "draftId", dialect, delimiter, encoding, mapping,
        row_count as "rowCount", product_count as "productCount", adds, updates, unchanged, errors, clears, warnings,
        unknown_columns as "unknownColumns", unknown_columns_count as "unknownColumnsCount",
        file_name as "fileName", created_by as "createdBy", undoes, created_at as "createdAt",
        expires_at as "expiresAt"
      from import_drafts
      where storefront_id = ${storefrontId} and expires_at > ${now}
        and draft_id < coalesce(${before}::uuid, ${greatestId}::uuid)
      order by draft_id desc
      limit ${limit}`,
  )
}

/** How many open drafts the storefront has, how many bytes they occupy, and when the first of them expires. */
export async function measureOpenDrafts(
  database: Database,
  storefrontId: string,
  now: Date,
): Promise<{ drafts: number; bytes: number; firstExpiry: Date | null }> {
  return await queryOne(
    database,
    sql`
      select count(*) as drafts, min(expires_at) as "firstExpiry", coalesce(sum(
        pg_column_size(file) + pg_column_size(plan) + coalesce(pg_column_size(errors_csv), 0) + (
          select coalesce(sum(pg_column_size(b.rows)), 0) from import_row_blocks b
          where b.storefront_id = ${storefrontId} and b.draft_id = d.draft_id
        )
      ), 0)::float8 as bytes
      from import_drafts d
      where storefront_id = ${storefrontId} and expires_at > ${now}`,
  )
}

/**
 * Deletes the draft and its rows, as `deleteDraftHead` does the head; false if there was none.
 */
export async function deleteDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
  applyId: string | null = null,
): Promise<boolean> {
  const wasThere = await deleteDraftHead(transaction, key, applyId)
  if (wasThere) await deleteRows(transaction, key)
  return wasThere
}

/**
 * Deletes the draft's head; its rows belong to a run now. False if there was none. If there were attempts to apply it
 * besides `applyId`, the head stays for their events, found by nobody else, until the sweep after these.
 */
export async function deleteDraftHead(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
  applyId: string | null,
): Promise<boolean> {
  const deleted = await change(
    transaction,
    sql`
      delete from import_drafts
      where storefront_id = ${storefrontId} and draft_id = ${draftId}
        and array_remove(applies, ${applyId}::uuid) = '{}' and expires_at > '-infinity'`,
  )
  if (deleted > 0) return true
  const closed = await change(
    transaction,
    sql`
      update import_drafts set
        applies = array_remove(applies, ${applyId}::uuid), expires_at = '-infinity',
        file = '', plan = '', errors_csv = null
      where storefront_id = ${storefrontId} and draft_id = ${draftId} and expires_at > '-infinity'`,
  )
  return closed > 0
}

/**
 * Stores that an attempt to apply the draft begins, if there is a draft. Must be committed before its transaction
 * begins: as long as the id is stored, the event that reports the outcome is not written. `applyId` is a UUIDv7.
 */
export async function recordApply(
  database: Database,
  { storefrontId, draftId }: DraftKey,
  applyId: string,
): Promise<void> {
  await change(
    database,
    sql`
      update import_drafts set applies = array_append(applies, ${applyId}::uuid)
      where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
}

/** Call once the attempt's event is written, or if there is none to write. */
export async function removeApply(
  database: Database,
  { storefrontId, draftId }: DraftKey,
  applyId: string,
): Promise<void> {
  await change(
    database,
    sql`
      update import_drafts set applies = array_remove(applies, ${applyId}::uuid)
      where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
}

/** The drafts of all storefronts with attempts to apply them that are running or whose event is not written yet. */
export async function findDraftsWithApplies(
  database: Database,
): Promise<(DraftKey & { applies: string[] })[]> {
  return await query<DraftKey & { applies: string[] }>(
    database,
    sql`
      select storefront_id as "storefrontId", draft_id as "draftId", applies from import_drafts
      where applies <> '{}'`,
  )
}

/**
 * Locks the draft so that the caller can write the events of its attempts; none if one of them is running or another
 * process has locked it.
 */
export async function lockApplies(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
): Promise<string[]> {
  const [draft] = await query<{ applies: string[] }>(
    transaction,
    sql`
      select applies from import_drafts
      where storefront_id = ${storefrontId} and draft_id = ${draftId}
      for update skip locked`,
  )
  return draft?.applies ?? []
}

/**
 * Deletes the draft if its hour is over. Waits for a transaction that has locked it, and sees the expiry that it set.
 */
export async function deleteExpiredDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
  now: Date,
): Promise<boolean> {
  const [expired] = await query(
    transaction,
    sql`
      select 1 from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}
        and expires_at > '-infinity' and expires_at <= ${now}
      for update`,
  )
  return expired !== undefined && (await deleteDraft(transaction, key))
}

/** Remembers until `expiresAt` that the draft was cancelled. */
export async function rememberCancelled(
  transaction: Knex.Transaction,
  { storefrontId, draftId, expiresAt }: DraftKey & { expiresAt: Date },
): Promise<void> {
  await change(
    transaction,
    sql`
      insert into cancelled_drafts (storefront_id, draft_id, expires_at)
      values (${storefrontId}, ${draftId}, ${expiresAt})
      on conflict (storefront_id, draft_id) do nothing`,
  )
}

export async function wasCancelled(
  database: Database,
  { storefrontId, draftId }: DraftKey,
): Promise<boolean> {
  const found = await query(
    database,
    sql`select 1 from cancelled_drafts where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
  return found.length > 0
}

function asJson(value: object | null): string | null {
  return value && JSON.stringify(value)
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
