import { describe, expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { ProductQuery } from '@catalog/contracts'
import type { Draft, Run } from '@catalog/contracts'
import { change } from '../postgres/database.ts'
import { listRunProducts } from '../runs/list-run-products.ts'
import { undoRun } from '../runs/undo-run.ts'
import { imageOf } from '../testing/stored-runs.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { listDraftProducts } from './list-draft-products.ts'
import { recheckDraft } from './recheck-draft.ts'

const service = await useTestContext()
const { context, database } = service
const { upload, confirm, importFile, settle } = merchantOf(service)

const header =
  'handle,title,status,option1_name,option1_value,variant_sku,variant_price,variant_inventory_quantity,image_url'
const mug = 'https://images.example/mug.jpg'
const stored = [
  header,
  `mug,Mug,active,Size,S,M-S,8,5,${mug}`,
  'mug,,,,L,M-L,10,7,',
  'cup,Cup,draft,Size,S,C,5,,',
  'jar,Jar,active,Size,S,J,5,,',
].join('\n')
const changed = [
  header,
  'mug,Large mug,active,Size,S,M-S,4,0,',
  'cup,Cup,draft,Size,S,C,5,,',
  'hat,Hat,active,Size,S,H,3,1,',
].join('\n')

describe('the products of a draft', () => {
  test('are those of its file, as they are and as they will be', async () => {
    const draft = await draftAfterAnImport()
    const { products, total, next_cursor: next } = await productsOf(draft)
    expect([total, next]).toEqual([3, null])
    expect(products).toEqual([
      {
        handle: 'mug',
        title: { before: 'Mug', after: 'Large mug' },
        kind: 'changed',
        picture: { url: mug },
        rows: [2],
        variants: { total: 2, changed: 1, new: 0 },
        price: { before: { min: '8.00', max: '10.00' }, after: { min: '4.00', max: '10.00' } },
        stock: { before: 12, after: 7 },
        status: { before: 'active', after: 'active' },
        changes: [
          { group: 'price', fields: ['variant_price'] },
          { group: 'stock', fields: ['variant_inventory_quantity'] },
          { group: 'title', fields: ['title'] },
        ],
        risks: ['price_falls', 'sold_out', 'title_changes'],
        errors: 0,
        warnings: expect.any(Number),
      },
      expect.objectContaining({
        handle: 'cup',
        kind: 'unchanged',
        changes: [],
        risks: [],
        picture: null,
        stock: null,
      }),
      expect.objectContaining({
        handle: 'hat',
        kind: 'new',
        title: { before: null, after: 'Hat' },
        price: { before: null, after: { min: '3.00', max: '3.00' } },
        status: { before: null, after: 'active' },
        changes: [],
        risks: ['goes_live'],
      }),
    ])
  })

  test('are filtered, sorted and on pages', async () => {
    const draft = await draftAfterAnImport()
    const handles = async (query: object) =>
      (await productsOf(draft, query)).products.map(({ handle }) => handle)
    expect(await handles({ kind: ['new', 'unchanged'] })).toEqual(['cup', 'hat'])
    expect(await handles({ kind: ['changed'], risk: ['goes_live'] })).toEqual([])
    expect(await handles({ q: 'm-l' })).toEqual(['mug'])
    expect(await handles({ q: '4' })).toEqual(['hat'])
    expect(await handles({ sort: 'title' })).toEqual(['cup', 'hat', 'mug'])
    const first = await productsOf(draft, { sort: 'title', limit: 2 })
    expect(first).toMatchObject({ products: [{ handle: 'cup' }, { handle: 'hat' }], total: 3 })
    const last = await productsOf(draft, { sort: 'title', limit: 2, cursor: first.next_cursor })
    expect(last).toMatchObject({ products: [{ handle: 'mug' }], total: 3, next_cursor: null })
    await expect(productsOf(draft, { sort: 'price', cursor: first.next_cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('are the run’s after a confirm, and those of its undo again', async () => {
    const draft = await draftAfterAnImport()
    const { products } = await productsOf(draft)
    const run = await confirm(draft)
    expect(await runProductsOf(run)).toEqual({ products, next_cursor: null, total: 3 })
    const undo = await undoRun(context, { storefront_id: run.storefront_id, run_id: run.run_id })
    expect(await productsOf(undo, { kind: ['changed'] })).toMatchObject({
      products: [
        {
          handle: 'mug',
          rows: [2],
          price: { after: { min: '8.00' } },
          title: { before: 'Large mug', after: 'Mug' },
        },
        { handle: 'hat', rows: [4], status: { before: 'active', after: 'archived' }, risks: ['leaves_shop'] },
      ],
      total: 2,
    })
    const again = await recheckDraft(context, { storefront_id: undo.storefront_id, draft_id: undo.draft_id })
    expect((await productsOf(again)).total).toBe(undo.product_count)
  })

  test('have the picture of their first image once it was fetched', async () => {
    const storefront = newId()
    const run = await importFile(storefront, stored)
    expect((await runProductsOf(run)).products[0]?.picture).toEqual({ url: mug })
    const image = imageOf(run)
    await settle(run)
    const picture = {
      image_id: image.image_id,
      renditions: {
        original: `/api/products/images/${image.image_id}/original`,
        thumb: `/api/products/images/${image.image_id}/thumb`,
      },
    }
    expect((await runProductsOf(run)).products[0]?.picture).toEqual(picture)
    const draft = await upload(storefront, changed)
    expect((await productsOf(draft)).products[0]?.picture).toEqual(picture)
    await change(database)`delete from run_images where storefront_id = ${storefront}`
    expect((await productsOf(draft)).products[0]?.picture).toMatchObject({
      renditions: { original: expect.any(String) },
    })
  })

  test('are not found by another storefront', async () => {
    const draft = await draftAfterAnImport()
    const run = await confirm(await draftAfterAnImport())
    await expect(productsOf({ ...draft, storefront_id: 'other' })).rejects.toMatchObject({
      code: 'draft_not_found',
    })
    await expect(runProductsOf({ ...run, storefront_id: 'other' })).rejects.toMatchObject({
      code: 'run_not_found',
    })
  })

  test('of an earlier release are not known, which the answer says', async () => {
    const draft = await draftAfterAnImport()
    await forgetProducts(draft)
    await expect(productsOf(draft)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Recheck'),
    })
    const rechecked = await recheckDraft(context, {
      storefront_id: draft.storefront_id,
      draft_id: draft.draft_id,
    })
    expect((await productsOf(rechecked)).total).toBe(3)
    await forgetProducts(draft)
    await expect(runProductsOf(await confirm(draft))).rejects.toMatchObject({ code: 'run_details_expired' })
  })
})

async function draftAfterAnImport(): Promise<Draft> {
  const storefront = newId()
  await importFile(storefront, stored)
  return await upload(storefront, changed)
}

async function forgetProducts({ storefront_id: storefront, draft_id: draftId }: Draft): Promise<void> {
  await change(database)`
    delete from import_row_blocks
    where storefront_id = ${storefront} and draft_id = ${draftId} and kind = 'products'`
}

async function productsOf({ storefront_id, draft_id }: Draft, query: object = {}) {
  const input = Object.assign({ storefront_id, draft_id }, ProductQuery.parse(query))
  return await listDraftProducts(context, input)
}

async function runProductsOf({ storefront_id, run_id }: Run) {
  return await listRunProducts(context, Object.assign({ storefront_id, run_id }, ProductQuery.parse({})))
}
