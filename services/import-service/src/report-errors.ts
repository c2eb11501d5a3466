import type { Database } from './database.ts'
import { listRejectedRows } from './drafts.sql.ts'
import type { DraftKey } from './drafts.sql.ts'
import { wholeBody } from './prepare-draft.ts'
import { errorsCsv } from './preview.ts'
import { readCsv } from './read-csv.ts'

/** The draft's rejected rows as they were uploaded, as CSV, with the columns that tell why. */
export async function reportErrors(
  database: Database,
  key: DraftKey,
  bytes: Uint8Array,
): Promise<{ parts: Uint8Array[] }> {
  // Not as many as the draft has said: a recheck may reject more meanwhile.
  const rows = await listRejectedRows(database, key)
  const file = await readCsv(wholeBody(bytes))
  return { parts: Array.from(errorsCsv(file, rows), (part) => new Uint8Array(part)) }
}
