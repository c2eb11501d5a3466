import type { Knex } from 'knex'
import { maxPageBytes } from '@catalog/contracts'
import type {
  Delimiter,
  Dialect,
  DraftRow,
  Encoding,
  FileWarning,
  RowKind,
  UnknownColumn,
} from '@catalog/contracts'
import { change, copyBlocks, copyInto, copyLine, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Names one draft; that of another storefront is not found. */
export interface DraftKey {
  storefrontId: string
  draftId: string
}

/** What a draft's head says; its rows, its file and its plan are read on their own. */
export interface DraftHead extends DraftKey, DraftContent {
  createdAt: Date
  expiresAt: Date
}

/** The part that a preview computes and a recheck replaces. */
export interface DraftContent {
  dialect: Dialect
  delimiter: Delimiter
  encoding: Encoding
  rowCount: number
  productCount: number
  adds: number
  updates: number
  unchanged: number
  errors: number
  clears: number
  warnings: FileWarning[]
  /** The first of them. */
  unknownColumns: UnknownColumn[]
  unknownColumnsCount: number
}

/** The uploaded bytes and the plan's JSON, each compressed with Zstandard. */
export interface DraftBlobs {
  file: Uint8Array
  plan: Uint8Array
}

/** Inserts or replaces the draft's head; its rows are written with `insertDraftRows`. */
export async function saveDraft(
  transaction: Knex.Transaction,
  head: DraftHead,
  blobs: DraftBlobs,
): Promise<void> {
  await change(
    transaction,
    sql`
      insert into import_drafts (
        storefront_id, draft_id, dialect, delimiter, encoding, row_count, product_count,
        adds, updates, unchanged, errors, clears, warnings, unknown_columns, unknown_columns_count, file, plan,
        created_at, expires_at
      )
      values (
        ${head.storefrontId}, ${head.draftId}, ${head.dialect}, ${head.delimiter}, ${head.encoding},
        ${head.rowCount}, ${head.productCount}, ${head.adds}, ${head.updates}, ${head.unchanged}, ${head.errors},
        ${head.clears}, ${JSON.stringify(head.warnings)}, ${JSON.stringify(head.unknownColumns)},
        ${head.unknownColumnsCount}, ${asBuffer(blobs.file)}, ${asBuffer(blobs.plan)}, ${head.createdAt}, ${head.expiresAt}
      )
      on conflict (storefront_id, draft_id) do update set
        dialect = excluded.dialect, delimiter = excluded.delimiter, encoding = excluded.encoding,
        row_count = excluded.row_count, product_count = excluded.product_count, adds = excluded.adds,
        updates = excluded.updates, unchanged = excluded.unchanged, errors = excluded.errors,
        clears = excluded.clears, warnings = excluded.warnings, unknown_columns = excluded.unknown_columns,
        unknown_columns_count = excluded.unknown_columns_count,
        file = excluded.file, plan = excluded.plan,
        created_at = excluded.created_at, expires_at = excluded.expires_at`,
  )
}

/** The head's lock must be held by the transaction, where there is a head. */
export async function insertDraftRows(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
  rows: Iterable<DraftRow>,
): Promise<void> {
  const blocks = copyBlocks(
    (function* lines() {
      for (const row of rows) {
        yield copyLine([storefrontId, draftId, String(row.row), row.kind, JSON.stringify(row)])
      }
    })(),
  )
  await copyInto(transaction, 'import_draft_rows (storefront_id, draft_id, row_number, kind, detail)', blocks)
}

export async function findDraft(database: Database, key: DraftKey): Promise<DraftHead | undefined> {
  const [head] = await query<DraftHead>(
    database,
    sql`
      select storefront_id as "storefrontId", draft_id as "draftId", dialect, delimiter, encoding,
        row_count as "rowCount", product_count as "productCount", adds, updates, unchanged, errors, clears, warnings,
        unknown_columns as "unknownColumns", unknown_columns_count as "unknownColumnsCount",
        created_at as "createdAt", expires_at as "expiresAt"
      from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`,
  )
  return head
}

/** What a confirm needs of a draft. */
type LockedDraft = Pick<DraftHead, 'adds' | 'updates' | 'unchanged' | 'errors' | 'expiresAt'> & {
  plan: Buffer
}

/** Locks the draft until the transaction ends. */
export async function lockDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
): Promise<LockedDraft | undefined> {
  const [draft] = await query<LockedDraft>(
    transaction,
    sql`
      select adds, updates, unchanged, errors, expires_at as "expiresAt", plan
      from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}
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

/**
 * Rows in the file's order, after row number `after`; all kinds where `kinds` is empty. Where `limit` of them are more bytes
 * than a page holds: those of a page and at least one more.
 */
export async function listDraftRows(
  database: Database,
  key: DraftKey,
  { kinds, after, limit }: { kinds: RowKind[]; after: number; limit: number },
): Promise<DraftRow[]> {
  const rows = await query<{ detail: DraftRow }>(
    database,
    sql`
      select detail
      from (
        select row_number, detail,
          sum(octet_length(detail::text)) over (
            order by row_number rows between unbounded preceding and 2 preceding
          ) as bytes_above_last
        from import_draft_rows
        where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and row_number > ${after}
          and (${kinds.length === 0} or kind = any(${kinds}))
        order by row_number
        limit ${limit}
      ) rows
      where coalesce(bytes_above_last, 0) < ${bytesRead}
      order by row_number`,
  )
  return rows.map((row) => row.detail)
}

/** A little more than a page: PostgreSQL writes JSON with spaces. */
const bytesRead = 1.1 * maxPageBytes

/** All rejected rows of the draft, with what is wrong with them, in the file's order. */
export async function listRejectedRows(
  database: Database,
  key: DraftKey,
): Promise<Pick<DraftRow, 'row' | 'errors'>[]> {
  return await query(
    database,
    sql`
      select row_number as row, detail -> 'errors' as errors
      from import_draft_rows
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and kind = 'error'
      order by row_number`,
  )
}

/** Deletes the draft and its rows; false where there was none. */
export async function deleteDraft(transaction: Knex.Transaction, key: DraftKey): Promise<boolean> {
  const heads = await change(
    transaction,
    sql`delete from import_drafts where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}`,
  )
  if (heads > 0) await deleteDraftRows(transaction, key)
  return heads > 0
}

/** Deletes the draft where its hour is over: waits for the transaction that holds it, and sees the expiry it left. */
export async function deleteExpiredDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
  now: Date,
): Promise<boolean> {
  const [expired] = await query(
    transaction,
    sql`
      select 1 from import_drafts
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and expires_at <= ${now}
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

/** Deletes the expired drafts of all storefronts, but for those that a confirm has locked. */
export async function sweepExpiredDrafts(database: Database, now: Date): Promise<void> {
  // Replacing a draft's rows renews its hour: no row that this statement does not see is left over.
  const sweepSome = () =>
    change(
      database,
      sql`
        with expired as (
          select storefront_id, draft_id from import_drafts
          where expires_at <= ${now} order by expires_at limit ${sweptAtOnce}
          for update skip locked
        ), rows as (
          delete from import_draft_rows r using expired e
          where r.storefront_id = e.storefront_id and r.draft_id = e.draft_id
        )
        delete from import_drafts d using expired e
        where d.storefront_id = e.storefront_id and d.draft_id = e.draft_id`,
    )
  while ((await sweepSome()) === sweptAtOnce);
  await change(database, sql`delete from cancelled_drafts where expires_at <= ${now}`)
}

/** At the row cap, 100,000 rows a statement. */
const sweptAtOnce = 20

/** The head's lock must be held by the transaction. */
export async function deleteDraftRows(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
): Promise<void> {
  await change(
    transaction,
    sql`delete from import_draft_rows where storefront_id = ${storefrontId} and draft_id = ${draftId}`,
  )
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
