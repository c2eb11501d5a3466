import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import type { Draft } from '@catalog/contracts'
import { createDraft } from '../drafts/create-draft.ts'
import { change, query, sql } from '../postgres/database.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { confirmDraft } from './confirm-draft.ts'

const service = useTestContext()

test('an import leaves the stock alone that it does not change, whatever became of it since the preview', async () => {
  const storefront = 'sold'
  await confirm(
    await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,10', hat: 'Hat,10' }),
  )
  const draft = await upload(storefront, 'title,variant_price', { mug: 'Big mug,12', hat: 'Hat,9' })
  await change(
    service.database,
    sql`update variants set inventory_quantity = 9 where storefront_id = ${storefront} and sku = 'mug-1'`,
  )
  await confirm(draft)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 10, 'mug-1': 9 })
})

/** The rest of each product's line by its handle; each has one variant. */
async function upload(storefront: string, columns: string, lines: Record<string, string>): Promise<Draft> {
  const price = columns.includes('variant_price') ? '' : ',variant_price'
  const csv = Object.entries(lines).map(([handle, rest]) => `${handle},${handle}-1,${rest}${price && ',9'}\n`)
  const file = `handle,variant_sku,${columns}${price}\n${csv.join('')}`
  const input = { storefront_id: storefront, file_name: null }
  return await createDraft(service.context, input, Readable.from([Buffer.from(file)]))
}

async function confirm({ storefront_id, draft_id }: Draft): Promise<void> {
  await confirmDraft(service.context, { storefront_id, draft_id })
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
