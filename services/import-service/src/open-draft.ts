import { ServiceError } from '@catalog/contracts'
import type { Context } from './context.ts'
import { deleteDraft, findDraft } from './drafts.sql.ts'
import type { DraftHead, DraftKey } from './drafts.sql.ts'

/**
 * The draft as every access to it begins: one past its hour is deleted by the access that finds it.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function openDraft({ database, now }: Context, key: DraftKey): Promise<DraftHead> {
  const draft = await findDraft(database, key)
  if (draft === undefined) throw draftNotFound()
  if (draft.expiresAt > now()) return draft
  await database.transaction((transaction) => deleteDraft(transaction, key))
  throw draftExpired()
}

export function draftNotFound(): ServiceError {
  return new ServiceError(
    'draft_not_found',
    'There is no such import draft. It may have been confirmed, cancelled or expired: upload the file again.',
  )
}

export function draftExpired(): ServiceError {
  return new ServiceError(
    'draft_expired',
    'The import draft was kept for one hour and has expired. Upload the file again.',
  )
}
