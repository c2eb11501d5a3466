import type { Database } from '../postgres/database.ts'
import { decompress } from './compression.ts'
import { readDraftFile } from './drafts.sql.ts'
import type { DraftKey } from './drafts.sql.ts'
import { draftNotFound } from './draft-errors.ts'

/** The draft's upload, as it was. */
export async function readStoredFile(database: Database, key: DraftKey): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readDraftFile(database, key)
  if (bytes === undefined) throw draftNotFound()
  return new Uint8Array(await decompress(bytes))
}
