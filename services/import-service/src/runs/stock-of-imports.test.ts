import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { AdjustedStock, Draft } from '@catalog/contracts'
import { recheckDraft } from '../drafts/recheck-draft.ts'
import { query } from '../postgres/database.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { adjustStock } from '../stock/adjust-stock.ts'
import { undoRun } from './undo-run.ts'

const service = await useTestContext()
const { context, database } = service
const { upload: uploadFile, confirm } = merchantOf(service)

test('an import leaves the stock alone that it does not change, whatever became of it since the preview', async () => {
  const storefront = await stockedShop('sold')
  const draft = await upload(storefront, 'title,variant_price', { mug: 'Big mug,12', hat: 'Hat,9' })
  await sell(storefront, 'mug')
  await confirm(draft)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 10, 'mug-1': 9 })
})

test('a sale is no change for a draft that states no stock', async () => {
  const storefront = await stockedShop('unstated')
  const draft = await upload(storefront, 'variant_price', { mug: '12' })
  await sell(storefront, 'mug')
  expect((await recheckDraft(context, keyOf(draft))).preview.risks).toEqual([])
})

test('an import that states a stock is stale after a sale', async () => {
  const storefront = await stockedShop('stated')
  const lines = { mug: 'Big mug,10', hat: 'Hat,12' }
  const draft = await upload(storefront, 'title,variant_inventory_quantity', lines)
  for (const handle of ['mug', 'hat']) await sell(storefront, handle)
  await expect(confirm(draft)).rejects.toMatchObject({ code: 'draft_stale', errors: [{ value: '2' }] })
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 9, 'mug-1': 9 })
  const again = await recheckDraft(context, keyOf(draft))
  expect(again.preview.risks).toContainEqual({ code: 'changed_meanwhile', products: 2, rows: 2 })
  await confirm(again)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 12, 'mug-1': 10 })
})

test('the draft of an undo is stale after a sale, and once it is rechecked, what was sold since the import stays', async () => {
  const storefront = await stockedShop('undone')
  const lines = { mug: 'Mug,20', hat: 'Hat,20' }
  const run = await confirm(await upload(storefront, 'title,variant_inventory_quantity', lines))
  const undo = await undoRun(context, { storefront_id: storefront, run_id: run.run_id })
  await sell(storefront, 'mug')
  await expect(confirm(undo)).rejects.toMatchObject({ code: 'draft_stale', errors: [{ value: '1' }] })
  const again = await recheckDraft(context, keyOf(undo))
  expect(again.preview.risks).toContainEqual({ code: 'changed_meanwhile', products: 1, rows: 1 })
  expect(again.preview.rows.map(({ kind, warnings }) => [kind, warnings.map(({ code }) => code)])).toEqual([
    ['unchanged', ['changed_since']],
    ['update', []],
  ])
  await confirm(again)
  expect(await stockOf(storefront)).toEqual({ 'hat-1': 10, 'mug-1': 19 })
})

const handles = ['mug', 'hat'] as const
const counted = fc.integer({ min: -2, max: 9 })
const sales = fc.array(fc.record({ handle: fc.constantFrom(...handles), by: fc.constantFrom(-2, -1, 1) }), {
  maxLength: 3,
})
/** An import of some products, with their stock or without, and what is sold before and while it is applied. */
const step = fc.record({
  mug: fc.option(counted, { nil: undefined }),
  hat: counted,
  hasStock: fc.boolean(),
  before: sales,
  during: sales,
})

test('no sale is lost, unless a file overwrites it whose preview has seen it', async () => {
  let storefronts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      const storefront = `history-${++storefronts}`
      await confirm(
        await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,5', hat: 'Hat,5' }),
      )
      /** What was done, with the catalog's version that it made. */
      const done: { version: number; handle: string; apply: (stock: number) => number }[] = []
      const sellSome = async ({ handle, by }: { handle: string; by: number }) => {
        const { catalog_version: version } = await sell(storefront, handle, by)
        done.push({ version, handle, apply: (stock) => stock + by })
      }
      for (const [index, { mug, hat, hasStock, before, during }] of steps.entries()) {
        const stated = Object.entries({ mug, hat }).filter(([, stock]) => stock !== undefined)
        const lines = stated.map(([handle, stock]) => [
          handle,
          `Title ${index}${hasStock ? `,${stock}` : ''}`,
        ])
        const columns = hasStock ? 'title,variant_inventory_quantity' : 'title'
        const draft = await upload(storefront, columns, Object.fromEntries(lines))
        const seen = done.length
        for (const each of before) await sellSome(each)
        const [confirmed] = await Promise.allSettled([confirm(draft), ...during.map(sellSome)])
        const isStale = confirmed.status === 'rejected'
        if (isStale) expect(confirmed.reason).toMatchObject({ code: 'draft_stale' })
        const run = isStale ? await confirm(await recheckDraft(context, keyOf(draft))) : confirmed.value
        const version = run.catalog_version ?? 0
        const unseen = done
          .slice(isStale ? done.length : seen)
          .filter((sale) => sale.version < version && stated.some(([handle]) => handle === sale.handle))
        if (hasStock) expect(unseen).toEqual([])
        if (isStale) expect([hasStock, done.length > seen]).toEqual([true, true])
        for (const [handle, stock = 0] of hasStock ? stated : [])
          done.push({ version, handle, apply: () => stock })
      }
      const inOrder = done.toSorted((one, other) => one.version - other.version)
      const expected = handles.map((handle) => [
        `${handle}-1`,
        inOrder.filter((each) => each.handle === handle).reduce((stock, { apply }) => apply(stock), 5),
      ])
      expect(await stockOf(storefront)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: 6 },
  )
})

/** A storefront with ten mugs and ten hats. */
async function stockedShop(storefront: string): Promise<string> {
  await confirm(
    await upload(storefront, 'title,variant_inventory_quantity', { mug: 'Mug,10', hat: 'Hat,10' }),
  )
  return storefront
}

/** The rest of each product's line by its handle; each has one variant. */
async function upload(storefront: string, columns: string, lines: Record<string, string>): Promise<Draft> {
  const price = columns.includes('variant_price') ? '' : ',variant_price'
  const csv = Object.entries(lines).map(([handle, rest]) => `${handle},${handle}-1,${rest}${price && ',9'}\n`)
  const file = `handle,variant_sku,${columns}${price}\n${csv.join('')}`
  return await uploadFile(storefront, file)
}

function keyOf({ storefront_id, draft_id }: Draft) {
  return { storefront_id, draft_id }
}

async function sell(storefront: string, handle: string, by = -1): Promise<AdjustedStock> {
  const adjustments = [{ sku: `${handle}-1`, by }]
  return await adjustStock(context, { storefront_id: storefront, adjustments })
}

/** By SKU. */
async function stockOf(storefront: string): Promise<Record<string, number | null>> {
  const rows = await query<{ sku: string; quantity: number | null }>(database)`
    select sku, inventory_quantity as quantity from variants
    where storefront_id = ${storefront}
    order by sku`
  return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))
}
