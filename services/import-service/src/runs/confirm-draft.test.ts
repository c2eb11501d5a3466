import { describe, expect, test } from '@jest/globals'
import { plannedImage, plannedProduct, plannedVariant, planOf, planOfNew } from '@catalog/preview/testing'
import { loadProducts } from '../catalog/load-products.sql.ts'
import { confirmDraft } from './confirm-draft.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { connectDatabase, query } from '../postgres/database.ts'
import { getDraft } from '../drafts/get-draft.ts'
import { summarizeCatalog } from '../catalog/summarize-catalog.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { runsOf } from '../testing/stored-runs.ts'
import { startLossyProxy } from '../testing/lossy-proxy.ts'
import { patience } from '../testing/test-context.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, url, events, wakes } = await useTestContext()
let storefronts = 0

function newStorefront(): string {
  storefronts += 1
  return `storefront-${storefronts}`
}

describe('a confirm', () => {
  test('applies only the preview that its caller has seen, if it says which', async () => {
    const key = inputOf(await storeDraft(context, newStorefront(), planOfNew(1)))
    const { created_at: createdAt } = await getDraft(context, key)
    events.length = 0
    const other = new Date(Date.parse(createdAt) - 1).toISOString()
    const confirming = confirmDraft(context, { ...key, previewed_at: other })
    await expect(confirming).rejects.toMatchObject({ code: 'draft_stale' })
    expect(events).toEqual([])
    expect(await confirmDraft(context, { ...key, previewed_at: createdAt })).toMatchObject({ created: true })
  })

  test('writes the whole plan, makes it a run, and deletes the draft', async () => {
    const storefrontId = newStorefront()
    const product = plannedProduct({ handle: 'shirt' })
    const image = plannedImage(product.productId, { alt: 'front' })
    const variant = plannedVariant(product.productId, { sku: 'A-1', imageId: image.imageId })
    const plan = planOf({
      products: { adds: [product] },
      variants: { adds: [variant] },
      images: { adds: [image] },
    })
    const key = await storeDraft(context, storefrontId, plan, ['add', 'error', 'unchanged'])
    events.length = 0

    const { run, created } = await confirmDraft(context, inputOf(key))

    expect(created).toBe(true)
    expect(run).toMatchObject({
      storefront_id: storefrontId,
      draft_id: key.draftId,
      status: 'fetching_images',
      added: 1,
      updated: 0,
      errored: 1,
      unchanged: 1,
      completed_at: null,
      image_progress: { total: 1, handled: 0, percent: 0 },
      image_counts: { pending: 1, fetched: 0, rejected: 0, failed: 0 },
      image_outcomes: [
        { image_id: image.imageId, product_handle: 'shirt', url: image.url, outcome: 'pending', attempts: 0 },
      ],
    })
    expect(events).toEqual([
      {
        name: 'importRunCompleted',
        fields: {
          run_id: run.run_id,
          storefront_id: storefrontId,
          added: 1,
          updated: 0,
          errored: 1,
          duration_ms: expect.any(Number),
        },
      },
    ])
    expect(await loadProducts(database, storefrontId, ['shirt'])).toEqual([
      {
        productId: product.productId,
        version: 1,
        stockVersion: 0,
        handle: 'shirt',
        title: product.title,
        descriptionHtml: product.descriptionHtml,
        vendor: 'Vendor',
        productType: '',
        tags: product.tags,
        status: 'active',
        seoTitle: '',
        seoDescription: '',
        optionNames: ['Size'],
        metadata: product.metadata,
        images: [{ imageId: image.imageId, position: 1, url: image.url, alt: 'front' }],
        variants: [
          {
            variantId: variant.variantId,
            position: 1,
            optionValues: ['M'],
            sku: 'A-1',
            barcode: '007',
            price: '25.00',
            compareAtPrice: null,
            inventoryQuantity: null,
            weightGrams: '1.5',
            requiresShipping: true,
            taxable: false,
            imageUrl: image.url,
          },
        ],
      },
    ])
    await expect(getDraft(context, inputOf(key))).rejects.toMatchObject({ code: 'draft_not_found' })
    expect(await query(database)`select 1 from import_drafts where draft_id = ${key.draftId}`).toEqual([])
  })

  test('wakes the dispatcher only if there are images to fetch', async () => {
    const storefrontId = newStorefront()
    const wakesOf = async (images: number) => {
      const key = await storeDraft(context, storefrontId, planOfNew(1, { images }))
      const before = wakes()
      await confirmDraft(context, inputOf(key))
      return wakes() - before
    }
    expect(await wakesOf(0)).toBe(0)
    expect(await wakesOf(1)).toBe(1)
  })

  test('updates whole rows and moves the version of each product that the plan touches', async () => {
    const storefrontId = newStorefront()
    const [first, second] = [plannedProduct({ handle: 'first' }), plannedProduct({ handle: 'second' })]
    const variant = plannedVariant(second.productId)
    const image = plannedImage(second.productId)
    const adds = planOf({
      products: { adds: [first, second] },
      variants: { adds: [variant] },
      images: { adds: [image] },
    })
    await confirmDraft(context, inputOf(await storeDraft(context, storefrontId, adds)))
    const updates = planOf({
      touched: [first, second].map(({ productId }) => ({ productId, version: 1 })),
      products: { updates: [{ ...first, title: 'New title', tags: [], option1Name: null }] },
      variants: {
        updates: [
          {
            ...variant,
            price: '19.9900',
            inventoryQuantity: -3,
            weightGrams: null,
            before: { price: '25.00', inventoryQuantity: null, weightGrams: '1.5' },
          },
        ],
      },
      images: { updates: [{ ...image, alt: 'behind', position: 4 }] },
    })
    const key = await storeDraft(context, storefrontId, updates, ['update', 'update'])

    const { run } = await confirmDraft(context, inputOf(key))

    expect(run).toMatchObject({ status: 'completed', updated: 2, image_progress: { total: 0, percent: 100 } })
    expect(run.completed_at).toBe(run.created_at)
    const products = await loadProducts(database, storefrontId, ['first', 'second'])
    expect(run.catalog_version).toBe(2)
    expect(
      await query(database)`
        select distinct catalog_version from products where storefront_id = ${storefrontId}`,
    ).toEqual([{ catalog_version: 2 }])
    expect(products.sort((a, b) => (a.handle < b.handle ? -1 : 1))).toMatchObject([
      { title: 'New title', tags: [], optionNames: [], version: 2 },
      {
        title: 'A product',
        version: 2,
        variants: [{ price: '19.99', inventoryQuantity: -3, weightGrams: null }],
        images: [{ alt: 'behind', position: 4 }],
      },
    ])
  })

  test('hands a SKU over from one variant to another', async () => {
    const storefrontId = newStorefront()
    const product = plannedProduct()
    const [a, b] = ['A', 'B'].map((sku) => plannedVariant(product.productId, { sku, option1Value: sku }))
    if (a === undefined || b === undefined) throw new Error('two variants are needed')
    const adds = planOf({ products: { adds: [product] }, variants: { adds: [a, b] } })
    await confirmDraft(context, inputOf(await storeDraft(context, storefrontId, adds)))
    const swap = planOf({
      touched: [{ productId: product.productId, version: 1 }],
      variants: {
        updates: [
          { ...a, sku: 'B' },
          { ...b, sku: 'A' },
        ],
      },
    })

    await confirmDraft(context, inputOf(await storeDraft(context, storefrontId, swap, ['update'])))

    const [stored] = await loadProducts(database, storefrontId, [product.handle])
    expect(stored?.variants.map(({ variantId, sku }) => [variantId, sku])).toEqual([
      [a.variantId, 'B'],
      [b.variantId, 'A'],
    ])
  })

  test('of more rows than one statement takes writes them all', async () => {
    const storefrontId = newStorefront()
    const key = await storeDraft(context, storefrontId, planOfNew(2_100))
    await confirmDraft(context, inputOf(key))
    expect(await summarizeCatalog(context, { storefront_id: storefrontId })).toEqual({
      storefront_id: storefrontId,
      catalog_version: 1,
      product_count: 2_100,
      products_by_status: { active: 2_100, draft: 0, archived: 0 },
      variant_count: 2_100,
      image_count: 0,
    })
  })
})

describe('the same draft confirmed again', () => {
  test('is the same run, and nothing is applied twice', async () => {
    const storefrontId = newStorefront()
    const key = await storeDraft(context, storefrontId, planOfNew(2, { images: 1 }))
    const wakesBefore = wakes()
    const first = await confirmDraft(context, inputOf(key))
    // The run's images are requested at once.
    expect(wakes()).toBe(wakesBefore + 1)
    events.length = 0

    const second = await confirmDraft(context, inputOf(key))

    expect(second).toEqual({ run: first.run, created: false })
    expect(events).toEqual([])
    expect(wakes()).toBe(wakesBefore + 1)
  })

  test('at the same time, by any number of callers, is one run', async () => {
    const storefrontId = newStorefront()
    const key = await storeDraft(context, storefrontId, planOfNew(50))
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirmDraft(context, inputOf(key))))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(answers.map(({ run }) => run.run_id)).size).toBe(1)
    expect(await runsOf(context, storefrontId)).toHaveLength(1)
  })
})

async function send(key: DraftKey, idempotencyKey: string, within = context) {
  return await confirmDraft(within, { ...inputOf(key), idempotency_key: idempotencyKey })
}

async function draftOf(storefrontId: string): Promise<DraftKey> {
  return await storeDraft(context, storefrontId, planOfNew(2, { images: 1 }))
}

describe('a confirm with an idempotency key', () => {
  test('is answered as the first time when it is repeated, and applied once', async () => {
    const key = await draftOf(newStorefront())
    const first = await send(key, 'k')
    const wakesBefore = wakes()
    events.length = 0

    expect(await send(key, 'k')).toEqual(first)
    expect(first.created).toBe(true)
    expect(await send(key, 'another')).toEqual({ ...first, created: false })
    expect(await confirmDraft(context, inputOf(key))).toEqual({ ...first, created: false })
    // A key is not used up by a request that created nothing.
    expect(await send(await draftOf(key.storefrontId), 'another')).toMatchObject({ created: true })
    expect(events).toHaveLength(1)
    expect(wakes()).toBe(wakesBefore + 1)
  })

  test('is refused for another draft, which is left as it is; in another storefront it is another key', async () => {
    const storefrontId = newStorefront()
    await send(await draftOf(storefrontId), 'k')
    const other = await draftOf(storefrontId)
    await expect(send(other, 'k')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await getDraft(context, inputOf(other))).toMatchObject({ importable: true })
    expect(await send(await draftOf(newStorefront()), 'k')).toMatchObject({ created: true })
  })

  test('at the same time, by any number of callers, is one run that all of them have created', async () => {
    const key = await draftOf(newStorefront())
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, 'k')))
    expect(new Set(answers.map(({ run }) => run.run_id)).size).toBe(1)
    expect(answers.every(({ created }) => created)).toBe(true)
    expect(await runsOf(context, key.storefrontId)).toHaveLength(1)
  })

  test.each(['request', 'answer'] as const)(
    'whose connection to the database is lost at any statement, the %s with it, is one run',
    async (lose) => {
      for (let at = 1, isDone = false; !isDone; at += 1) {
        const key = await draftOf(newStorefront())
        await using proxy = await startLossyProxy(url, { at, lose })
        await using connection = connectDatabase(proxy.url, patience)
        const [first] = await Promise.allSettled([
          // The mark of the event would wait for this connection after the test has closed it.
          send(key, 'k', { ...context, database: connection.database, recordReported: () => {} }),
        ])
        isDone = !proxy.hasLost()
        const again = await send(key, 'k')
        expect(again.created).toBe(true)
        expect(await runsOf(context, key.storefrontId)).toHaveLength(1)
        expect(await summarizeCatalog(context, { storefront_id: key.storefrontId })).toMatchObject({
          product_count: 2,
        })
        if (first.status === 'fulfilled') expect(first.value).toEqual(again)
        if (isDone) {
          expect(first.status).toBe('fulfilled')
          expect(at).toBeGreaterThan(10)
        }
      }
    },
  )
})

describe('confirms of different drafts', () => {
  test('of one storefront are applied one after the other: what both add, the second finds stale', async () => {
    const storefrontId = newStorefront()
    const plans = [1, 2].map(() => planOf({ products: { adds: [plannedProduct({ handle: 'same' })] } }))
    const keys = await Promise.all(plans.map((plan) => storeDraft(context, storefrontId, plan)))
    const answers = await Promise.allSettled(keys.map((key) => confirmDraft(context, inputOf(key))))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'draft_stale' }),
    })
  })

  test('of two storefronts do not wait for each other', async () => {
    const [held, free] = [newStorefront(), newStorefront()]
    const heldKey = await storeDraft(context, held, planOfNew(1))
    const freeKeys = await Promise.all(
      Array.from({ length: 12 }, () => storeDraft(context, free, planOfNew(1))),
    )
    const heldConfirms: ReturnType<typeof confirmDraft>[] = []
    await database.transaction(async (transaction) => {
      await query(transaction)`insert into storefront_locks values (${held}, now())`
      heldConfirms.push(...Array.from({ length: 12 }, () => confirmDraft(context, inputOf(heldKey))))
      const freeConfirms = await Promise.all(freeKeys.map((key) => confirmDraft(context, inputOf(key))))
      expect(freeConfirms.every(({ created }) => created)).toBe(true)
      expect(await runsOf(context, held)).toEqual([])
    })
    expect((await Promise.all(heldConfirms)).filter(({ created }) => created)).toHaveLength(1)
  })
})

describe('a draft that cannot be confirmed', () => {
  test('has nothing to import', async () => {
    const key = await storeDraft(context, newStorefront(), planOf({}), ['unchanged', 'error'])
    await expect(confirmDraft(context, inputOf(key))).rejects.toMatchObject({
      code: 'nothing_to_import',
    })
    expect(await getDraft(context, inputOf(key))).toMatchObject({ importable: false })
  })
})
