import { v7 as newId } from 'uuid'
import { expect, test } from '@jest/globals'
import { maxAdjustments, stockRange } from '@catalog/contracts'
import { planOf, plannedProduct, plannedVariant } from '@catalog/preview/testing'
import { findStocks } from '../catalog/read.sql.ts'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'
import { summarizeCatalog } from '../catalog/summarize-catalog.ts'
import { preferIndexes, query } from '../postgres/database.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { adjustStock } from './adjust-stock.ts'

const { context, database, clock } = await useTestContext()

test('adjusts in order, below zero too, and raises the version of the catalog and of the stock, not of the product', async () => {
  const storefront_id = await shopOf({ 'A-1': 3, 'B-2': 5, 'C-3': 7 })
  const answer = await adjustStock(context, {
    storefront_id,
    adjustments: [
      { sku: 'A-1', by: -4 },
      { sku: 'B-2', to: 12 },
      { sku: 'B-2', by: -2 },
      { sku: 'C-3', to: 7 },
    ],
  })
  expect(answer).toEqual({
    catalog_version: 2,
    variants: [
      { sku: 'A-1', handle: 'of-a-1', inventory_quantity: -1 },
      { sku: 'B-2', handle: 'of-b-2', inventory_quantity: 10 },
      { sku: 'C-3', handle: 'of-c-3', inventory_quantity: 7 },
    ],
  })
  expect(await stored(storefront_id)).toEqual([
    { sku: 'A-1', quantity: -1, version: 1, stock: 1, changed: 2 },
    { sku: 'B-2', quantity: 10, version: 1, stock: 1, changed: 2 },
    // An adjustment that changes nothing is none.
    { sku: 'C-3', quantity: 7, version: 1, stock: 0, changed: 1 },
  ])
  expect(await summarizeCatalog(context, { storefront_id })).toMatchObject({ catalog_version: 2 })
})

test('adjusts nothing if one is refused, and names each', async () => {
  const storefront_id = await shopOf({ 'A-1': 3, full: stockRange.max, untracked: null })
  await shopOf({ foreign: 3 })
  const before = await stored(storefront_id)
  const adjustments = ['A-1', 'full', 'untracked', 'foreign'].map((sku) => ({ sku, by: 1 }))
  await expect(adjustStock(context, { storefront_id, adjustments })).rejects.toMatchObject({
    code: 'invalid_adjustment',
    errors: [
      { code: 'untracked_variant', value: 'untracked' },
      { code: 'unknown_sku', value: 'foreign' },
      { code: 'out_of_range', value: 'full' },
    ],
  })
  expect(await stored(storefront_id)).toEqual(before)
})

test('a repeated key gets the first answer, whatever happened since, and belongs to its storefront', async () => {
  const [storefront_id, other] = [await shopOf({ 'A-1': 3 }), await shopOf({ 'A-1': 3 })]
  const adjustment = { adjustments: [{ sku: 'A-1', by: -1 }], idempotency_key: 'order-17' }
  const sale = { ...adjustment, storefront_id }
  const [first, ...repeated] = await Promise.all([1, 2, 3].map(() => adjustStock(context, sale)))
  expect(repeated).toEqual([first, first])
  await adjustStock(context, { storefront_id, adjustments: [{ sku: 'A-1', to: 50 }] })
  expect(await adjustStock(context, sale)).toEqual(first)
  expect(await stored(storefront_id)).toMatchObject([{ quantity: 50 }])
  expect(await adjustStock(context, { ...adjustment, storefront_id: other })).toEqual(first)
  const changed = { ...sale, adjustments: [{ sku: 'A-1', by: -2 }] }
  await expect(adjustStock(context, changed)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

test('a refused request stores no key', async () => {
  const storefront_id = await shopOf({ 'A-1': 3 })
  const sent = { storefront_id, idempotency_key: 'order-18' }
  const adjust = (sku: string) => adjustStock(context, { ...sent, adjustments: [{ sku, by: -1 }] })
  await expect(adjust('A-2')).rejects.toMatchObject({ code: 'invalid_adjustment' })
  expect(await adjust('A-1')).toMatchObject({ variants: [{ inventory_quantity: 2 }] })
})

test('a request has as many adjustments as it may, in few statements', async () => {
  const skus = Array.from({ length: maxAdjustments }, (_, index) => `S-${index}`)
  const storefront_id = await shopOf(Object.fromEntries(skus.map((sku) => [sku, 1])))
  const { variants } = await adjustStock(context, {
    storefront_id,
    adjustments: skus.map((sku) => ({ sku, by: -1 })),
  })
  expect(variants.map(({ inventory_quantity: quantity }) => quantity)).toEqual(skus.map(() => 0))
})

test('many that wait for an import of their storefront hold up no other storefront', async () => {
  const [storefront_id, other] = [await shopOf({ 'A-1': 100 }), await shopOf({ 'A-1': 100 })]
  const adjustments = [{ sku: 'A-1', by: -1 }]
  const importing = await database.transaction()
  await lockStorefront(importing, storefront_id, clock.time)
  const waiting = Array.from({ length: 30 }, () => adjustStock(context, { storefront_id, adjustments }))
  expect(await adjustStock(context, { storefront_id: other, adjustments })).toMatchObject({
    variants: [{ inventory_quantity: 99 }],
  })
  // Not ended by PostgreSQL: the answer came while they wait.
  expect(await query(importing)`select 1 as open`).toEqual([{ open: 1 }])
  await importing.commit()
  await Promise.all(waiting)
  expect(await stored(storefront_id)).toMatchObject([{ quantity: 70 }])
})

test('one that nobody waits for any more is not made', async () => {
  const storefront_id = await shopOf({ 'A-1': 100 })
  const input = { storefront_id, adjustments: [{ sku: 'A-1', by: -1 }] }
  const importing = await database.transaction()
  await lockStorefront(importing, storefront_id, clock.time)
  const caller = new AbortController()
  const first = adjustStock(context, input)
  const second = adjustStock(context, input, caller.signal)
  caller.abort()
  await importing.commit()
  await first
  await expect(second).rejects.toThrow('aborted')
  expect(await stored(storefront_id)).toMatchObject([{ quantity: 99 }])
})

test('the stocks of SKUs are found without reading others, although the tables were not analyzed yet', async () => {
  const skus = Array.from({ length: 5_000 }, (_, index) => `S-${index}`)
  const storefrontId = await shopOf(Object.fromEntries(skus.map((sku) => [sku, 1])))
  await database.transaction(async (transaction) => {
    const read = () => Promise.all(['products', 'variants'].map((table) => rowsRead(transaction, table)))
    const before = await read()
    await preferIndexes(transaction)
    expect(await findStocks(transaction, storefrontId, ['S-7', 'S-8'])).toHaveLength(2)
    expect(await read()).toEqual(before.map((rows) => rows + 2))
  })
})

/** A storefront of products with a variant each, by its SKU. */
async function shopOf(stocks: Record<string, number | null>): Promise<string> {
  const storefrontId = newId()
  const planned = Object.entries(stocks).map(([sku, inventoryQuantity]) => {
    const product = plannedProduct({ handle: `of-${sku.toLowerCase()}` })
    return { product, variant: plannedVariant(product.productId, { sku, inventoryQuantity }) }
  })
  const plan = planOf({
    products: { adds: planned.map(({ product }) => product) },
    variants: { adds: planned.map(({ variant }) => variant) },
  })
  await confirmDraft(context, inputOf(await storeDraft(context, storefrontId, plan)))
  return storefrontId
}

async function stored(storefrontId: string): Promise<unknown[]> {
  return await query(database)`
    select v.sku, v.inventory_quantity as quantity, p.version, p.stock_version as stock, p.catalog_version as changed
    from variants v
    join products p on p.storefront_id = v.storefront_id and p.product_id = v.product_id
    where v.storefront_id = ${storefrontId}
    order by v.sku`
}
