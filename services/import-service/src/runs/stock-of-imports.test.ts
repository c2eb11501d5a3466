import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import type { Draft, Run } from '@catalog/contracts'
import { createDraft } from '../drafts/create-draft.ts'
import { recheckDraft } from '../drafts/recheck-draft.ts'
import { change, query, sql } from '../postgres/database.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { confirmDraft } from './confirm-draft.ts'
import { undoRun } from './undo-run.ts'

const service = useTestContext()

test('an import leaves the stock alone that it does not change, whatever became of it since the preview', async () => {
  const storefront = 'sold'
  await confirm(
    await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,10', hat: 'Hat,10' }),
  )
  const draft = await upload(storefront, 'title,variant_price', { mug: 'Big mug,12', hat: 'Hat,9' })
  await sell(storefront, 'mug')
  await confirm(draft)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 10, 'mug-1': 9 })
})

test('an import that states a stock is stale after a sale', async () => {
  const storefront = 'stated'
  await confirm(
    await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,10', hat: 'Hat,10' }),
  )
  const lines = { mug: 'Big mug,10', hat: 'Hat,12' }
  const draft = await upload(storefront, 'title,variant_inventory_quantity', lines)
  for (const handle of ['mug', 'hat']) await sell(storefront, handle)
  await expect(confirm(draft)).rejects.toMatchObject({ code: 'draft_stale', errors: [{ value: '2' }] })
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 9, 'mug-1': 9 })
  await confirm(await recheckDraft(service.context, keyOf(draft)))
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 12, 'mug-1': 10 })
})

test('the draft of an undo is stale after a sale, and once it is rechecked, what was sold since the import stays', async () => {
  const storefront = 'undone'
  await confirm(
    await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,10', hat: 'Hat,10' }),
  )
  const lines = { mug: 'Mug,20', hat: 'Hat,20' }
  const run = await confirm(await upload(storefront, 'title,variant_inventory_quantity', lines))
  const undo = await undoRun(service.context, { storefront_id: storefront, run_id: run.run_id })
  await sell(storefront, 'mug')
  await expect(confirm(undo)).rejects.toMatchObject({ code: 'draft_stale', errors: [{ value: '1' }] })
  const again = await recheckDraft(service.context, keyOf(undo))
  expect(again.preview.rows.map(({ kind, warnings }) => [kind, warnings.map(({ code }) => code)])).toEqual([
    ['unchanged', ['changed_since']],
    ['update', []],
  ])
  await confirm(again)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 10, 'mug-1': 19 })
})

/** The rest of each product's line by its handle; each has one variant. */
async function upload(storefront: string, columns: string, lines: Record<string, string>): Promise<Draft> {
  const price = columns.includes('variant_price') ? '' : ',variant_price'
  const csv = Object.entries(lines).map(([handle, rest]) => `${handle},${handle}-1,${rest}${price && ',9'}\n`)
  const file = `handle,variant_sku,${columns}${price}\n${csv.join('')}`
  const input = { storefront_id: storefront, file_name: null }
  return await createDraft(service.context, input, Readable.from([Buffer.from(file)]))
}

async function confirm(draft: Draft): Promise<Run> {
  const { run } = await confirmDraft(service.context, keyOf(draft))
  return run
}

function keyOf({ storefront_id, draft_id }: Draft) {
  return { storefront_id, draft_id }
}

async function sell(storefront: string, handle: string): Promise<void> {
  await change(
    service.database,
    sql`
      update variants set inventory_quantity = inventory_quantity - 1
      where storefront_id = ${storefront} and sku = ${`${handle}-1`}`,
  )
  await change(
    service.database,
    sql`
      update products set stock_version = stock_version + 1
      where storefront_id = ${storefront} and handle = ${handle}`,
  )
}

/** By SKU. */
async function stockOf(storefront: string): Promise<Record<string, number | null>> {
  const rows = await query<{ sku: string; quantity: number | null }>(
    service.database,
    sql`
      select sku, inventory_quantity as quantity from variants
      where storefront_id = ${storefront}
      order by sku`,
  )
  return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))
}
