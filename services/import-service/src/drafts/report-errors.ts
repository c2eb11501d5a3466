import type { Database } from '../postgres/database.ts'
import { listRejectedRows } from './drafts.sql.ts'
import type { DraftKey } from './drafts.sql.ts'
import { errorsCsv } from './errors-csv.ts'
import { readCsv } from '../reading/read-csv.ts'
import { wholeBody } from './store-draft.ts'

/** The draft's rejected rows as they were uploaded, as CSV, with the columns that say why. */
export async function reportErrors(
  { database }: { database: Database },
  key: DraftKey,
  { bytes }: { bytes: Uint8Array<ArrayBuffer> },
): Promise<{ parts: Uint8Array[] }> {
  // Not as many as the draft has said: a recheck may reject more meanwhile.
  const rows = await listRejectedRows(database, key)
  const file = await readCsv(wholeBody(bytes))
  return { parts: Array.from(errorsCsv(file, rows), (part) => new Uint8Array(part)) }
}
