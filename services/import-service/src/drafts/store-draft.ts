import type { Knex } from 'knex'
import { draftLifetimeMs } from '@catalog/contracts'
import type { DraftRow } from '@catalog/contracts'
import { compress, compressParts } from './compression.ts'
import { firstRowCount } from './draft-view.ts'
import { lockDraft, saveDraft } from './drafts.sql.ts'
import type { DraftContent, DraftHead, DraftKey, DraftSource } from './drafts.sql.ts'
import { draftNotFound } from './draft-errors.ts'
import { errorsCsv } from './errors-csv.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import type { PreviewTools } from './preview-file.ts'
import { toBlocks } from './row-blocks.ts'
import { deleteRows, insertRows } from './rows.sql.ts'
import type { Preview } from '../preview/types.ts'
import { readCsv } from '../reading/read-csv.ts'

/** A draft that is stored, and as many of its rows as `toDraft` needs. */
export interface StoredDraft {
  head: DraftHead
  firstRows: DraftRow[]
}

export interface DraftTerms {
  source: DraftSource
  /** From which on its hour counts. */
  createdAt: Date
  /** It exists already, and is replaced. */
  isRecheck: boolean
}

export interface DraftInput extends DraftTerms {
  /** The whole file. */
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Reads a file, compares it with the catalog and stores the draft.
 * @throws ServiceError one of `readingErrorCodes`; draft_not_found where the one to replace is gone
 */
export async function storeDraft(
  tools: PreviewTools,
  key: DraftKey,
  { bytes, ...terms }: DraftInput,
): Promise<StoredDraft> {
  const read = await readCsv(wholeBody(bytes), terms.createdAt)
  const [file, preview] = await Promise.all([
    compress(read.bytes),
    previewFile(tools, key.storefrontId, read),
  ])
  const rejected = preview.rows.filter(({ kind }) => kind === 'error')
  const report = await compressParts(errorsCsv(read, rejected))
  return await savePreview(tools, key, terms, {
    content: toDraftContent(read, preview),
    preview,
    file,
    errorsCsv: report,
  })
}

/** A preview on its way to a draft; `file` and `errorsCsv` are compressed. */
export interface PreviewToSave {
  content: DraftContent
  preview: Pick<Preview, 'plan' | 'rows'>
  file: Uint8Array
  errorsCsv: Uint8Array
}

/** @throws ServiceError draft_not_found where the one to replace is gone */
export async function savePreview(
  { database }: PreviewTools,
  key: DraftKey,
  { source, createdAt, isRecheck }: DraftTerms,
  { content, preview, file, errorsCsv: report }: PreviewToSave,
): Promise<StoredDraft> {
  const expiresAt = new Date(createdAt.getTime() + draftLifetimeMs)
  const head: DraftHead = { ...key, ...content, ...source, createdAt, expiresAt }
  const encoded = encodePlan(preview.plan)
  const blocks = toBlocks(preview.rows)
  const plan = await encoded
  await database.transaction(async (transaction) => {
    if (isRecheck) await makeRoom(transaction, key)
    await saveDraft(transaction, head, { file, plan, errorsCsv: report })
    await insertRows(transaction, key, blocks)
  })
  return { head, firstRows: preview.rows.slice(0, firstRowCount) }
}

/** Confirmed or cancelled meanwhile, it must not come back. */
async function makeRoom(transaction: Knex.Transaction, key: DraftKey): Promise<void> {
  if ((await lockDraft(transaction, key)) === undefined) throw draftNotFound()
  await deleteRows(transaction, key)
}

/** As an upload that arrives at once. */
async function* wholeBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
