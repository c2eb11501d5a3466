import type { Run } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import { waitFor } from '../../../../test/support/wait-for.ts'
import type { Context } from '../context.ts'
import { cancelDraft } from '../drafts/cancel-draft.ts'
import { settleImage } from '../images/settle-image.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { inputOf, storeDraft } from './stored-drafts.ts'
import { confirmImages, imageOf, rejected, settlementOf, takeClaim } from './stored-runs.ts'
import type { TestContext } from './test-context.ts'

/**
 * Rows in every table: an open draft, a cancelled one, a run with a fetched image, a rejected one and a pending one, which
 * is answered.
 */
export async function fillStorefront(
  { context, idle }: Pick<TestContext, 'context' | 'idle'>,
  storefrontId: string,
): Promise<Run> {
  const { database } = context
  const { draftId } = await storeDraft(context, storefrontId, planOfNew(2), ['add', 'error'])
  // As the release before keeps a row.
  await database.raw(
    `insert into import_draft_rows (storefront_id, draft_id, row_number, kind, detail) values (?, ?, 2, 'add', '{}')`,
    [storefrontId, draftId],
  )
  await database.raw(
    `insert into column_mappings (storefront_id, mapping_id, header_key, header, columns, identity, created_at, last_used_at)
     values (?, gen_random_uuid(), gen_random_uuid(), '[]', '[]', 'title', now(), now())`,
    [storefrontId],
  )
  await cancelDraft(context, inputOf(await storeDraft(context, storefrontId, planOfNew(1))))
  const keyed = inputOf(await storeDraft(context, storefrontId, planOfNew(1)))
  await confirmDraft(context, { ...keyed, idempotency_key: keyed.draft_id })
  const run = await confirmImages(context, storefrontId, 3)
  await settleImage(context, settlementOf(imageOf(run, 0), await takeClaim(context, imageOf(run, 0))))
  await settleImage(
    context,
    settlementOf(imageOf(run, 1), await takeClaim(context, imageOf(run, 1)), rejected),
  )
  await waitFor('the marks of what is reported', async () => {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      'select 1 from import_runs where storefront_id = ? and apply_unreported',
      [storefrontId],
    )
    return rows.length === 0
  })
  await idle()
  return run
}

/** Every row of the storefront, as text, by table; no table without any. */
export async function readStorefront(
  { database }: Pick<Context, 'database'>,
  storefrontId: string,
): Promise<Record<string, string[]>> {
  const tables = await database.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'storefront_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await database.raw<{ rows: { row: string }[] }>(
      'select to_jsonb(t)::text as row from ?? t where storefront_id = ? order by 1',
      [name, storefrontId],
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
