import type { DraftRow } from '@catalog/contracts'
import { compress } from './compression.ts'
import type { Database } from './database.ts'
import { firstRowCount } from './draft-view.ts'
import { draftRowLines } from './drafts.sql.ts'
import type { DraftContent, DraftKey } from './drafts.sql.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import { readCsv } from './read-csv.ts'

/** A file, read and previewed, as it is stored. */
export interface PreparedDraft {
  content: DraftContent
  /** As many as `toDraft` needs. */
  firstRows: DraftRow[]
  /** As uploaded, compressed. */
  file: Uint8Array
  /** Compressed. */
  plan: Uint8Array
  /** All rows, in COPY's text format. */
  rows: Uint8Array[]
}

/** @throws ServiceError those of `readCsv` */
export async function prepareDraft(
  database: Database,
  key: DraftKey,
  bytes: Uint8Array,
): Promise<PreparedDraft> {
  const read = await readCsv(wholeBody(bytes))
  const [file, preview] = await Promise.all([
    compress(read.bytes),
    previewFile(database, key.storefrontId, read),
  ])
  return {
    content: toDraftContent(read, preview),
    firstRows: preview.rows.slice(0, firstRowCount),
    file: new Uint8Array(file),
    plan: new Uint8Array(await encodePlan(preview.plan)),
    rows: Array.from(draftRowLines(key, preview.rows), (block) => new Uint8Array(block)),
  }
}

/** As an upload that arrives at once. */
export async function* wholeBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
