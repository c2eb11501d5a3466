import type { DraftRow } from '@catalog/contracts'
import type { Database } from '../postgres/database.ts'
import { draftExpired, draftNotFound } from './draft-errors.ts'
import { deleteExpiredDraft } from './write-drafts.sql.ts'
import { findDraft } from './drafts.sql.ts'
import { listRows } from './rows.sql.ts'
import type { DraftHead, DraftKey } from './draft-columns.ts'

/** What is needed to read a draft. */
export interface DraftAccess {
  database: Database
  now: () => Date
}

/**
 * Reads the draft, as every access does first. One whose hour is over is deleted.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function openDraft(context: DraftAccess, key: DraftKey): Promise<DraftHead> {
  const draft = await findOpenDraft(context, key)
  if (draft === undefined) throw draftNotFound()
  return draft
}

/** Like `openDraft`, but undefined if there is none. */
export async function findOpenDraft(
  { database, now }: DraftAccess,
  key: DraftKey,
): Promise<DraftHead | undefined> {
  for (;;) {
    const draft = await findDraft(database, key)
    if (draft === undefined || draft.expiresAt > now()) return draft
    if (await database.transaction((transaction) => deleteExpiredDraft(transaction, key, now()))) {
      throw draftExpired()
    }
    // Another access deleted it, or a concurrent recheck gave it a new hour.
  }
}

/**
 * Reads the draft and a page of its rows.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function readDraft(
  context: DraftAccess,
  key: DraftKey,
  page: Parameters<typeof listRows>[2],
): Promise<{ head: DraftHead; rows: DraftRow[] }> {
  const { head, part } = await readWithDraft(context, key, (snapshot) => listRows(snapshot, key, page))
  return { head, rows: part }
}

/**
 * Reads the draft and a part of it in one transaction: a confirm, a cancel or a recheck in between would separate them.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function readWithDraft<Part>(
  context: DraftAccess,
  key: DraftKey,
  readPart: (snapshot: Database) => Promise<Part>,
): Promise<{ head: DraftHead; part: Part }> {
  for (;;) {
    const draft = await context.database.transaction(
      async (snapshot) => {
        const head = await findDraft(snapshot, key)
        return head && { head, part: await readPart(snapshot) }
      },
      { isolationLevel: 'repeatable read' },
    )
    if (draft === undefined) throw draftNotFound()
    if (draft.head.expiresAt > context.now()) return draft
    // Deletes it and throws draft_expired, unless a recheck has renewed its hour meanwhile.
    await openDraft(context, key)
  }
}
