import { draftLifetimeMs } from '@catalog/contracts'
import type { DraftRow } from '@catalog/contracts'
import { compress } from './compression.ts'
import { firstRowCount } from './draft-view.ts'
import { deleteDraftRows, insertDraftRows, lockDraft, saveDraft } from './drafts.sql.ts'
import type { DraftHead, DraftKey } from './drafts.sql.ts'
import { draftNotFound } from './draft-errors.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import type { PreviewTools } from './preview-file.ts'
import { readCsv } from '../reading/read-csv.ts'

/** A draft that is stored, and as many of its rows as `toDraft` needs. */
export interface StoredDraft {
  head: DraftHead
  firstRows: DraftRow[]
}

export interface DraftInput {
  /** The whole file. */
  bytes: Uint8Array<ArrayBuffer>
  /** From which on its hour counts. */
  createdAt: Date
  /** It exists already, and is replaced. */
  isRecheck: boolean
}

/**
 * Reads a file, compares it with the catalog and stores the draft; the rows are written while they are serialised.
 * @throws ServiceError one of `readingErrorCodes`; draft_not_found where the one to replace is gone
 */
export async function storeDraft(
  tools: PreviewTools,
  key: DraftKey,
  { bytes, createdAt, isRecheck }: DraftInput,
): Promise<StoredDraft> {
  const read = await readCsv(wholeBody(bytes), createdAt)
  const [file, preview] = await Promise.all([
    compress(read.bytes),
    previewFile(tools, key.storefrontId, read),
  ])
  const expiresAt = new Date(createdAt.getTime() + draftLifetimeMs)
  const head: DraftHead = { ...key, ...toDraftContent(read, preview), createdAt, expiresAt }
  await tools.database.transaction(async (transaction) => {
    if (isRecheck) {
      // Confirmed or cancelled meanwhile: then it must not come back.
      if ((await lockDraft(transaction, key)) === undefined) throw draftNotFound()
      await deleteDraftRows(transaction, key)
    }
    const [plan] = await Promise.all([
      encodePlan(preview.plan),
      insertDraftRows(transaction, key, preview.rows),
    ])
    await saveDraft(transaction, head, { file, plan })
  })
  return { head, firstRows: preview.rows.slice(0, firstRowCount) }
}

/** As an upload that arrives at once. */
export async function* wholeBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
