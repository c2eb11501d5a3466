import { v7 as newId } from 'uuid'
import type { Draft, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { beginDraft } from './begin-draft.ts'
import { toDraft } from './draft-view.ts'
import { findKey } from './idempotency-keys.sql.ts'
import type { KeyedRequest } from './idempotency-keys.sql.ts'
import { readRepeated } from './repeated-upload.ts'
import type { SentColumns } from './repeated-upload.ts'
import { reportDraft } from './report-draft.ts'

export interface UploadCall {
  signal?: AbortSignal
  /** The caller's mapping of the columns and choice; called once the body has ended. */
  columns?: () => SentColumns
}

/**
 * Receives an uploaded CSV, previews its changes and stores them as a draft for one hour. With the key of an earlier
 * upload, returns that one's draft.
 * @throws ServiceError too_many_drafts, file_too_large, unavailable, too_complex, and what `storeDraft` throws for a
 * file
 */
export async function createDraft(
  context: Context,
  input: {
    storefront_id: string
    file_name?: string | null
    caller?: Person | null
    idempotency_key?: string | null
  },
  body: AsyncIterable<Uint8Array>,
  { signal = new AbortController().signal, columns = () => ({ sent: null, choice: null }) }: UploadCall = {},
): Promise<Draft> {
  const { files, events, metrics, now, beginUpkeep } = context
  const startedMs = performance.now()
  const first = await findFirst(context, input)
  if (first !== undefined) {
    const fingerprint = await files.digest(input.storefront_id, body, columns)
    const { head, firstRows } = await readRepeated(context, input.storefront_id, first, fingerprint)
    return toDraft(head, firstRows)
  }
  await beginDraft(context, input.storefront_id)
  const key = { storefrontId: input.storefront_id, draftId: newId() }
  const source = {
    fileName: input.file_name ?? null,
    createdBy: input.caller ?? null,
    revisedBy: [],
    undoes: null,
  }
  const work = { key, source, idempotencyKey: input.idempotency_key ?? null, columns, signal, now }
  const { head, firstRows } = await files.storeUpload(work, body)
  // A concurrent upload with the same key was first, and reports the draft.
  if (head.draftId !== key.draftId) return toDraft(head, firstRows)
  beginUpkeep(key.storefrontId)
  reportDraft({ events, metrics }, head, Math.round(performance.now() - startedMs))
  return toDraft(head, firstRows)
}

async function findFirst(
  { database, now }: Context,
  {
    storefront_id: storefrontId,
    idempotency_key: key,
  }: { storefront_id: string; idempotency_key?: string | null },
): Promise<KeyedRequest | undefined> {
  if (key === undefined || key === null) return undefined
  return await findKey(database, { storefrontId, endpoint: 'create-draft', key }, now())
}
