import { v7 as newId } from 'uuid'
import type { DraftRow, RowKind } from '@catalog/contracts'
import type { ImportPlan } from '@catalog/preview'
import { compress } from '../drafts/compression.ts'
import type { Context } from '../context.ts'
import { saveDraft, insertRows } from '../drafts/write-drafts.sql.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { encodePlan } from '../drafts/plan-codec.ts'
import { toBlocks } from '../drafts/row-blocks.ts'

/** Stores a draft as an upload would, with this plan and these rows, or one row of each kind. */
export async function storeDraft(
  { database, now }: Pick<Context, 'database' | 'now'>,
  storefrontId: string,
  plan: ImportPlan,
  rowsOrKinds: (RowKind | DraftRow)[] = plan.products.adds.map(() => 'add'),
): Promise<DraftKey> {
  const key = { storefrontId, draftId: newId() }
  const rows = rowsOrKinds.map((row, index) => (typeof row === 'string' ? toRow(row, index) : row))
  const countOf = (kind: RowKind) => rows.filter((row) => row.kind === kind).length
  const head = {
    ...key,
    content: {
      dialect: 'canonical' as const,
      delimiter: ',' as const,
      encoding: 'utf-8' as const,
      mapping: null,
      choice: null,
      edits: 0,
      row_count: rows.length,
      product_count: rows.length,
      adds: countOf('add'),
      updates: countOf('update'),
      unchanged: countOf('unchanged'),
      errors: countOf('error'),
      clears: 0,
      tally: null,
      warnings: [],
      unknown_columns: [],
      unknown_columns_count: 0,
    },
    fileName: null,
    createdBy: null,
    revisedBy: [],
    undoes: null,
    createdAt: now(),
    expiresAt: new Date(now().getTime() + 60 * 60_000),
  }
  const file = await compress(Buffer.from('handle,title\n'))
  const blobs = {
    file,
    plan: await encodePlan(plan),
    errorsCsv: await compress(Buffer.from('handle\n')),
    named: await compress(Buffer.from('[]')),
    editedCells: null,
  }
  const blocks = toBlocks(rows)
  await database.transaction(async (transaction) => {
    await saveDraft(transaction, head, blobs)
    await insertRows(transaction, key, blocks)
  })
  return key
}

export function toRow(kind: RowKind, index: number): DraftRow {
  return {
    row: index + 2,
    kind,
    handle: `handle-${index}`,
    sku: null,
    title: 'tab\there, a "quote", a back\\slash and\ntwo lines',
    entities: [],
    changes: [],
    errors: [],
    warnings: [],
  }
}

/** The key as a handler's input. */
export function inputOf({ storefrontId, draftId }: DraftKey): { storefront_id: string; draft_id: string } {
  return { storefront_id: storefrontId, draft_id: draftId }
}
