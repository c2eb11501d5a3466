import type { Knex } from 'knex'
import type { DraftKey } from '../drafts/drafts.sql.ts'
import { change, query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Names one attempt to apply a draft. */
export interface ApplyKey {
  storefrontId: string
  applyId: string
}

/**
 * Stores that an apply begins. Must be committed before the apply's transaction begins: the row says that the event
 * that reports the outcome is not written yet.
 */
export async function insertApply(
  database: Database,
  { storefrontId, applyId, draftId }: ApplyKey & DraftKey,
  now: Date,
): Promise<void> {
  await change(
    database,
    sql`
      insert into import_applies (storefront_id, apply_id, draft_id, since)
      values (${storefrontId}, ${applyId}, ${draftId}, ${now})`,
  )
}

/**
 * Locks the apply's row until the transaction ends, which shows other processes that the apply is still running. The
 * commit records it as applied. False if it has been reported as failed.
 */
export async function holdApply(
  transaction: Knex.Transaction,
  { storefrontId, applyId }: ApplyKey,
): Promise<boolean> {
  const held = await change(
    transaction,
    sql`
      update import_applies set is_applied = true
      where storefront_id = ${storefrontId} and apply_id = ${applyId}`,
  )
  return held === 1
}

/**
 * The applies of all storefronts that began before `before`: they are still running, or their event is not written yet.
 */
export async function findUnreportedApplies(database: Database, before: Date): Promise<ApplyKey[]> {
  return await query<ApplyKey>(
    database,
    sql`
      select storefront_id as "storefrontId", apply_id as "applyId" from import_applies
      where since <= ${before}
      order by since`,
  )
}

/**
 * Locks the apply so that the caller can write its event; undefined if it is still running or another process has
 * locked it.
 */
export async function lockUnreportedApply(
  transaction: Knex.Transaction,
  { storefrontId, applyId }: ApplyKey,
): Promise<{ draftId: string; isApplied: boolean } | undefined> {
  const [apply] = await query<{ draftId: string; isApplied: boolean }>(
    transaction,
    sql`
      select draft_id as "draftId", is_applied as "isApplied" from import_applies
      where storefront_id = ${storefrontId} and apply_id = ${applyId}
      for update skip locked`,
  )
  return apply
}

/** Call once the apply's event is written, or if there is none to write. */
export async function deleteApply(database: Database, { storefrontId, applyId }: ApplyKey): Promise<void> {
  await change(
    database,
    sql`delete from import_applies where storefront_id = ${storefrontId} and apply_id = ${applyId}`,
  )
}
