import { draftLifetimeMs } from '@catalog/contracts'
import type { Draft } from '@catalog/contracts'
import { decompress } from './compression.ts'
import type { Context } from './context.ts'
import type { Database } from './database.ts'
import { firstRowCount, toDraft } from './draft-view.ts'
import { deleteDraftRows, insertDraftRows, lockDraft, readDraftFile, saveDraft } from './drafts.sql.ts'
import type { DraftHead, DraftKey } from './drafts.sql.ts'
import { draftNotFound, openDraft } from './open-draft.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import { readCsv } from './read-csv.ts'
import type { ImportFile } from './read-csv.ts'

/**
 * Previews the stored file afresh against today's catalog; the draft keeps its id and gets a new hour, which counts from
 * its new `created_at`.
 * @throws ServiceError draft_not_found, draft_expired
 */
export async function recheckDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<Draft> {
  const { database, now } = context
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  await openDraft(context, key)
  const { file, bytes } = await readStoredFile(database, key)
  const preview = await previewFile(database, key.storefrontId, file)
  const plan = await encodePlan(preview.plan)

  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + draftLifetimeMs)
  const head: DraftHead = { ...key, ...toDraftContent(file, preview), createdAt, expiresAt }
  await database.transaction(async (transaction) => {
    // Confirmed or cancelled meanwhile: then it must not come back.
    if ((await lockDraft(transaction, key)) === undefined) throw draftNotFound()
    await saveDraft(transaction, head, { file: bytes, plan })
    await deleteDraftRows(transaction, key)
    await insertDraftRows(transaction, head, preview.rows)
  })
  return toDraft(head, preview.rows.slice(0, firstRowCount))
}

/** The draft's upload, read again, and as it is stored. */
export async function readStoredFile(
  database: Database,
  key: DraftKey,
): Promise<{ file: ImportFile; bytes: Buffer }> {
  const bytes = await readDraftFile(database, key)
  if (bytes === undefined) throw draftNotFound()
  return { file: await readCsv(wholeBody(await decompress(bytes))), bytes }
}

async function* wholeBody(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
