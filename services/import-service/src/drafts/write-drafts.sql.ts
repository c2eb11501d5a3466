import type { Knex } from 'knex'
import { change, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { isServedHere } from '../catalog/storefront-moves.sql.ts'
import { contentValues } from './draft-columns.ts'
import type { DraftHead, DraftKey } from './draft-columns.ts'
import type { ExpiredDrafts } from './drafts.sql.ts'
import type { RowBlock } from './row-blocks.ts'
import type { RowsKey } from './rows.sql.ts'

// All statements that write drafts: `import_drafts`, `import_row_blocks`, `import_draft_rows` and `cancelled_drafts`.

/**
 * The uploaded bytes (null for an undo), the plan's JSON, the rejected rows as CSV and the handles that the file names as
 * JSON (null for an undo), and the edits of the file as JSON (null without any), each compressed with Zstandard.
 */
export interface DraftBlobs {
  file: Uint8Array
  plan: Uint8Array
  errorsCsv: Uint8Array
  named: Uint8Array | null
  editedCells: Uint8Array | null
}

/** Inserts or replaces the draft's head; `insertRows` writes its rows. */
export async function saveDraft(
  transaction: Knex.Transaction,
  head: DraftHead,
  blobs: DraftBlobs,
): Promise<void> {
  const replaced: Columns = [
    ...contentValues(head.content),
    ['file', asBuffer(blobs.file)],
    ['plan', asBuffer(blobs.plan)],
    ['errors_csv', asBuffer(blobs.errorsCsv)],
    ['named', blobs.named && asBuffer(blobs.named)],
    ['edited_cells', blobs.editedCells && asBuffer(blobs.editedCells)],
    ['revised_by', head.revisedBy],
    ['created_at', head.createdAt],
    ['expires_at', head.expiresAt],
  ]
  const columns: Columns = [
    ['storefront_id', head.storefrontId],
    ['draft_id', head.draftId],
    ['file_name', head.fileName],
    ['created_by', head.createdBy && JSON.stringify(head.createdBy)],
    ['undoes', head.undoes],
    ...replaced,
  ]
  await change(transaction)({
    text: `
      insert into import_drafts (${columns.map(([name]) => name).join(', ')})
      values (${columns.map(() => '?').join(', ')})
      on conflict (storefront_id, draft_id) do update set
        ${replaced.map(([name]) => `${name} = excluded.${name}`).join(', ')}`,
    values: columns.map(([, value]) => value),
  })
}

type Columns = [name: string, value: string | number | string[] | Buffer | Date | null][]

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
  const deleted = await change(transaction)`
    delete from import_drafts
    where storefront_id = ${storefrontId} and draft_id = ${draftId}
      and array_remove(applies, ${applyId}::uuid) = '{}' and expires_at > '-infinity'`
  if (deleted > 0) return true
  const closed = await change(transaction)`
    update import_drafts set
      applies = array_remove(applies, ${applyId}::uuid), expires_at = '-infinity',
      file = '', plan = '', errors_csv = null, named = null, edited_cells = null
    where storefront_id = ${storefrontId} and draft_id = ${draftId} and expires_at > '-infinity'`
  return closed > 0
}

/**
 * Stores that an attempt to apply the draft begins, if there is a draft and its storefront is served here. Must be committed before its transaction
 * begins: as long as the id is stored, the event that reports the outcome is not written. `applyId` is a UUIDv7.
 */
export async function recordApply(
  database: Database,
  { storefrontId, draftId }: DraftKey,
  applyId: string,
): Promise<void> {
  await change(database)`
    update import_drafts h set applies = array_append(applies, ${applyId}::uuid)
    where storefront_id = ${storefrontId} and draft_id = ${draftId} and ${isServedHere}`
}

/** Call once the attempt's event is written, or if there is none to write. */
export async function removeApply(
  database: Database,
  { storefrontId, draftId }: DraftKey,
  applyId: string,
): Promise<void> {
  await change(database)`
    update import_drafts set applies = array_remove(applies, ${applyId}::uuid)
    where storefront_id = ${storefrontId} and draft_id = ${draftId}`
}

/**
 * Deletes the draft if its hour is over. Waits for a transaction that has locked it, and sees the expiry that it set.
 */
export async function deleteExpiredDraft(
  transaction: Knex.Transaction,
  key: DraftKey,
  now: Date,
): Promise<boolean> {
  const [expired] = await query(transaction)`
    select 1 from import_drafts
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId}
      and expires_at > '-infinity' and expires_at <= ${now}
    for update`
  return expired !== undefined && (await deleteDraft(transaction, key))
}

/** Remembers until `expiresAt` that the draft was cancelled. */
export async function rememberCancelled(
  transaction: Knex.Transaction,
  { storefrontId, draftId, expiresAt }: DraftKey & { expiresAt: Date },
): Promise<void> {
  await change(transaction)`
    insert into cancelled_drafts (storefront_id, draft_id, expires_at)
    values (${storefrontId}, ${draftId}, ${expiresAt})
    on conflict (storefront_id, draft_id) do nothing`
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** The transaction must have locked the head, if there is one. */
export async function insertRows(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: RowsKey,
  blocks: RowBlock[],
): Promise<void> {
  for (let start = 0; start < blocks.length; start += blocksPerStatement) {
    const some = blocks.slice(start, start + blocksPerStatement)
    await change(transaction)`
      insert into import_row_blocks (storefront_id, draft_id, kind, first_row, last_row, rows)
      select ${storefrontId}, ${draftId}, b.kind, b.first_row, b.last_row, b.rows
      from unnest(
        ${some.map(({ kind }) => kind)}::text[], ${some.map(({ firstRow }) => firstRow)}::integer[],
        ${some.map(({ lastRow }) => lastRow)}::integer[], ${some.map(({ rows }) => rows)}::bytea[]
      ) as b (kind, first_row, last_row, rows)`
  }
}

const blocksPerStatement = 32

/** The transaction must have locked the head, if there is one. */
export async function deleteRows(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: RowsKey,
): Promise<void> {
  await change(transaction)`
    delete from import_row_blocks where storefront_id = ${storefrontId} and draft_id = ${draftId}`
  await change(transaction)`
    delete from import_draft_rows where storefront_id = ${storefrontId} and draft_id = ${draftId}`
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
  return await change(database)`
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
    where d.storefront_id = ${storefrontId} and d.draft_id = e.draft_id`
}

/** Returns how many. */
export async function deleteExpiredCancellations(
  database: Database,
  { storefrontId, draftIds }: ExpiredDrafts,
  now: Date,
): Promise<number> {
  return await change(database)`
    delete from cancelled_drafts
    where storefront_id = ${storefrontId} and draft_id = any(${draftIds}::uuid[]) and expires_at <= ${now}`
}
