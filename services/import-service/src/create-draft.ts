import { v7 as newId } from 'uuid'
import { draftLifetimeMs } from '@catalog/contracts'
import type { Draft } from '@catalog/contracts'
import { compress } from './compression.ts'
import type { Context } from './context.ts'
import { firstRowCount, toDraft } from './draft-view.ts'
import { insertDraftRows, saveDraft, sweepExpiredDrafts } from './drafts.sql.ts'
import type { DraftHead } from './drafts.sql.ts'
import { encodePlan } from './plan-codec.ts'
import { previewFile, toDraftContent } from './preview-file.ts'
import { readCsv } from './read-csv.ts'

/**
 * Reads an uploaded CSV while it arrives, previews what it would change and stores that as a draft for one hour.
 * @throws ServiceError those of `readCsv`
 */
export async function createDraft(
  { database, events, metrics, now }: Context,
  input: { storefront_id: string },
  body: AsyncIterable<Uint8Array>,
): Promise<Draft> {
  const startedMs = performance.now()
  await sweepExpiredDrafts(database, now())
  const file = await readCsv(body)
  const [bytes, preview] = await Promise.all([
    compress(file.bytes),
    previewFile(database, input.storefront_id, file),
  ])

  const createdAt = now()
  const head: DraftHead = {
    storefrontId: input.storefront_id,
    draftId: newId(),
    ...toDraftContent(file, preview),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + draftLifetimeMs),
  }
  await database.transaction(async (transaction) => {
    const [plan] = await Promise.all([
      encodePlan(preview.plan),
      insertDraftRows(transaction, head, preview.rows),
    ])
    await saveDraft(transaction, head, { file: bytes, plan })
  })

  const durationMs = Math.round(performance.now() - startedMs)
  metrics.draftSeconds.observe(durationMs / 1000)
  events.importDraftCreated({
    storefront_id: head.storefrontId,
    dialect: head.dialect,
    row_count: head.rowCount,
    adds: head.adds,
    updates: head.updates,
    unchanged: head.unchanged,
    errors: head.errors,
    unknown_columns_count: head.unknownColumnsCount,
    duration_ms: durationMs,
  })
  return toDraft(head, preview.rows.slice(0, firstRowCount))
}
