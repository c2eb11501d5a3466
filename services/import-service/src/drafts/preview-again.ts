import { ServiceError } from '@catalog/contracts'
import type { CellEdit, Draft, DraftRevision, Person } from '@catalog/contracts'
import type { Context } from '../context.ts'
import type { Database } from '../postgres/database.ts'
import { decompress } from './compression.ts'
import { draftNotFound } from './draft-errors.ts'
import { toDraft } from './draft-view.ts'
import { readDraftFile } from './drafts.sql.ts'
import type { DraftKey } from './draft-columns.ts'
import { openDraft } from './open-draft.ts'

/**
 * Previews the stored file, or the undo of the run, again with today's catalog and, if there are any, another
 * choice and more edits. The draft keeps its id and gets a new hour from its new `created_at`.
 * @param reviser who changes it; undefined: nobody, null: somebody who is not known
 * @throws ServiceError invalid_request for edits, draft_not_found, draft_expired, run_details_expired, unavailable
 * (also where another request has changed the draft meanwhile), too_complex
 */
export async function previewAgain(
  context: Context,
  input: { storefront_id: string; draft_id: string } & DraftRevision,
  { signal, reviser }: { signal: AbortSignal; reviser: Person | null | undefined },
): Promise<Draft> {
  const { database, files, now } = context
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { content, fileName, createdBy, undoes, createdAt, ...before } = await openDraft(context, key)
  const { row_count: rows, mapping } = content
  const choice = input.choice ?? content.choice
  const edits = input.edits ?? []
  if (undoes !== null && edits.length > 0) throw noFileToEdit()
  const revisedBy =
    reviser === undefined ? before.revisedBy : [...new Set([...before.revisedBy, reviser?.sub ?? ''])]
  const source = { fileName, createdBy, revisedBy, undoes }
  const replaces = { createdAt, isRevision: reviser !== undefined }
  const work = { key, source, rows, mapping, choice, replaces, signal, now }
  const load = () => readUpload(database, key, edits)
  const { head, firstRows } =
    undoes === null ? await files.storeAgain(work, load) : await files.storeUndo(work)
  return toDraft(head, firstRows)
}

/** The file, and its edits with the new ones behind them. */
async function readUpload(database: Database, key: DraftKey, edits: readonly CellEdit[]) {
  const stored = await readDraftFile(database, key)
  if (stored === undefined) throw draftNotFound()
  const earlier: CellEdit[] | null =
    stored.editedCells && JSON.parse((await decompress(stored.editedCells)).toString())
  return { bytes: new Uint8Array(await decompress(stored.file)), edits: [...(earlier ?? []), ...edits] }
}

function noFileToEdit(): ServiceError {
  const message =
    'The draft of an undo has no file, so no cell of it can be edited. Choose what to undo instead.'
  return new ServiceError('invalid_request', message, { errors: [{ parameter: 'edits', message }] })
}
