import type { Knex } from 'knex'
import { draftLifetimeMs } from '@catalog/contracts'
import type { CellEdit, DraftRow } from '@catalog/contracts'
import { errorsCsv } from '@catalog/reading'
import { comparedWith } from '@catalog/preview'
import type { CompareVersions, Preview } from '@catalog/preview'
import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import { compress, compressHere, compressParts } from './compression.ts'
import { firstRowCount } from './draft-view.ts'
import { lockDraft } from './drafts.sql.ts'
import { saveDraft, deleteRows, insertRows } from './write-drafts.sql.ts'
import type { DraftContent, DraftHead, DraftKey, DraftSource } from './draft-columns.ts'
import { draftNotFound, revisedMeanwhile } from './draft-errors.ts'
import { claimKey } from './idempotency-keys.sql.ts'
import type { KeyedRequest } from './idempotency-keys.sql.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import type { PreviewTools } from './preview-file.ts'
import { fingerprintOf, readRepeated } from './repeated-upload.ts'
import { readProductsBlock, toBlocks, toProductsBlock } from './row-blocks.ts'
import { findProductsBlock } from './rows.sql.ts'
import { readUpload } from './read-upload.ts'
import type { FileColumns } from './read-upload.ts'

/** A stored draft, and as many of its rows as `toDraft` needs. */
export interface StoredDraft {
  head: DraftHead
  firstRows: DraftRow[]
}

export interface DraftTerms {
  source: DraftSource
  /** The start of its hour. */
  createdAt: Date
  /** Null for a new draft. */
  replaces: FormerDraft | null
}

/** The preview that another one of the same draft replaces. */
export interface FormerDraft {
  createdAt: Date
  /** Whether it is replaced by another choice or edits; else it is only checked again. */
  isRevision: boolean
}

export interface DraftInput extends DraftTerms {
  columns: FileColumns
  /** The whole file. */
  bytes: Uint8Array<ArrayBuffer>
  /** The key with which the upload may be repeated. */
  idempotencyKey?: string | null
}

/**
 * Reads a file, compares it with the catalog and stores the draft. If a concurrent upload with the same key was faster,
 * returns that one's draft.
 * @throws ServiceError one of `readingErrorCodes`; invalid_request for edits; draft_not_found if the draft to replace no longer exists; what
 * `readRepeated` throws
 */
export async function storeDraft(
  tools: PreviewTools,
  key: DraftKey,
  { bytes, columns, idempotencyKey = null, ...terms }: DraftInput,
): Promise<StoredDraft> {
  const { storefrontId } = key
  const { source, createdAt: now } = terms
  const upload = await readUpload(tools.database, bytes, columns, { storefrontId, now, source })
  const { file: read } = upload
  const [file, preview] = await Promise.all([
    compress(read.bytes),
    previewFile(tools, storefrontId, read, {
      choice: upload.choice,
      compare: await compareVersions(tools, key, terms.replaces),
    }),
  ])
  const rejected = preview.rows.filter(({ kind }) => kind === 'error')
  const report = await compressParts(errorsCsv(read, rejected))
  return await savePreview(tools, key, terms, {
    content: toDraftContent(read, preview, upload),
    remember: (transaction) => upload.remember(transaction),
    preview,
    edits: read.edits,
    file,
    errorsCsv: report,
    upload:
      idempotencyKey === null
        ? null
        : { key: idempotencyKey, fingerprint: await fingerprintOf([bytes], () => columns) },
  })
}

/** Compares products with those of the preview that is replaced; undefined if that lists none. */
export async function compareVersions(
  { database }: PreviewTools,
  key: DraftKey,
  replaces: FormerDraft | null,
): Promise<CompareVersions | undefined> {
  const block = replaces && (await findProductsBlock(database, key))
  return block ? comparedWith(await readProductsBlock(block), replaces) : undefined
}

/** A preview to be stored as a draft; `file` and `errorsCsv` are compressed. */
export interface PreviewToSave {
  content: DraftContent
  preview: Pick<Preview, 'plan' | 'rows' | 'products' | 'named'>
  edits: CellEdit[]
  file: Uint8Array
  errorsCsv: Uint8Array
  /** Set if the upload may be repeated. */
  upload?: { key: string; fingerprint: string } | null
  /** Stores the mapping of the columns; returns it as the draft has it. */
  remember?: (transaction: Knex.Transaction) => Promise<DraftContent['mapping']>
}

/** @throws ServiceError draft_not_found if the draft to replace no longer exists; what `readRepeated` throws */
export async function savePreview(
  { database }: PreviewTools,
  key: DraftKey,
  { source, createdAt, replaces }: DraftTerms,
  { content, preview, edits, file, errorsCsv: report, upload = null, remember }: PreviewToSave,
): Promise<StoredDraft> {
  const expiresAt = new Date(createdAt.getTime() + draftLifetimeMs)
  const read: DraftHead = { ...key, ...source, content, createdAt, expiresAt }
  const encoded = encodePlan(preview.plan)
  const blocks = [...toBlocks(preview.rows), toProductsBlock(preview.products)]
  const named = preview.named && compressHere(Buffer.from(JSON.stringify(preview.named)))
  const editedCells = edits.length > 0 ? compressHere(Buffer.from(JSON.stringify(edits))) : null
  const plan = await encoded
  const { head, faster } = await database.transaction(async (transaction) => {
    await requireNotMoving(transaction, key.storefrontId)
    if (replaces) await makeRoom(transaction, key, replaces)
    const first = upload && (await claimUpload(transaction, key, upload, createdAt))
    if (first) return { head: read, faster: first }
    const kept = remember ? { ...read, content: { ...content, mapping: await remember(transaction) } } : read
    await saveDraft(transaction, kept, { file, plan, errorsCsv: report, named, editedCells })
    await insertRows(transaction, key, blocks)
    return { head: kept, faster: null }
  })
  if (upload && faster) {
    const context = { database, now: () => createdAt }
    return await readRepeated(context, key.storefrontId, faster, upload.fingerprint)
  }
  return { head, firstRows: preview.rows.slice(0, firstRowCount) }
}

/** The faster upload with the same key; null if this one is the first. */
async function claimUpload(
  transaction: Knex.Transaction,
  { storefrontId, draftId }: DraftKey,
  { key, fingerprint }: { key: string; fingerprint: string },
  now: Date,
): Promise<KeyedRequest | null> {
  const name = { storefrontId, endpoint: 'create-draft', key } as const
  const holder = await claimKey(transaction, name, { draftId, fingerprint, answer: null }, now)
  return holder.draftId === draftId ? null : holder
}

/**
 * If the draft was confirmed or cancelled meanwhile, it must not be restored; if another preview was stored, its choice must
 * not be lost.
 */
async function makeRoom(transaction: Knex.Transaction, key: DraftKey, replaces: FormerDraft): Promise<void> {
  const draft = await lockDraft(transaction, key)
  if (draft === undefined) throw draftNotFound()
  if (draft.head.createdAt.getTime() !== replaces.createdAt.getTime()) throw revisedMeanwhile()
  await deleteRows(transaction, key)
}
