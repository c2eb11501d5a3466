import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { ServiceError } from '@catalog/contracts'
import { planOf, plannedProduct, plannedVariant } from '@catalog/preview/testing'
import { findMetadataKeys } from '../catalog/metadata-keys.sql.ts'
import { countCatalog, findCatalogCounts } from '../catalog/storefront-locks.sql.ts'
import { summarizeCatalog } from '../catalog/summarize-catalog.ts'
import { createDraft } from '../drafts/create-draft.ts'
import { eraseStorefront, NotErased } from '../operations/erasure/erase-storefront.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { failed, rejected, settlementOf } from '../testing/stored-runs.ts'
import type { ImageKey } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { undoRun } from '../runs/undo-run.ts'
import { claimImage } from './claim-image.ts'
import { requestDueImages } from './dispatcher.ts'
import { countPending } from './pending-total.ts'
import { countPendingImages } from './pending-total.sql.ts'
import { retryImages } from './retry-images.ts'
import { settleImage } from './settle-image.ts'

const service = await useTestContext()
const { context, database, clock, idle } = service

test('counters are what counting says after any imports, undos, retries, failures and erasures', async () => {
  let histories = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (history) => {
      histories += 1
      const shops = ['a', 'b'].map((name) => `${name}-${histories}`)
      await fc.asyncModelRun(() => ({ model: {}, real: { shops } }), history)
    }),
    { numRuns: 5 },
  )
})

interface Real {
  shops: string[]
}

/** A command that does something in one of the shops; the counters are compared after it. */
function command(name: string, happen: (shop: string) => Promise<unknown>): fc.Arbitrary<Command> {
  return fc.nat(1).map((index) => ({
    check: () => true,
    async run(_, { shops }) {
      const shop = shops[index]
      if (shop === undefined) return
      await happen(shop)
      // An import deletes details of old runs in the background. Until that ends, a run can have fewer images than it
      // counts.
      await idle()
      for (const each of shops) await expectCatalogCounted(each)
      await expectRunsCounted()
      await expectTotalCounted()
    },
    toString: () => `${name} in shop ${index}`,
  }))
}

type Command = fc.AsyncCommand<object, Real>

const names = fc.constantFrom('a', 'b', 'c', 'd')
const product = fc.record({
  handle: names,
  status: fc.constantFrom('active', 'draft', 'archived'),
  images: fc.uniqueArray(names, { maxLength: 3 }),
  keys: fc.uniqueArray(names, { maxLength: 2 }),
})
const parameters = { products: fc.array(product, { minLength: 1, maxLength: 3 }), index: fc.nat() }

const imports = parameters.products.chain((products) =>
  command(`import ${JSON.stringify(products)}`, (shop) => importFile(shop, products)),
)
const commands = [
  // Imports are frequent because most other commands need one.
  ...Array.from({ length: 5 }, () => imports),
  command('import that fails', async (storefrontId) => {
    // A product that does not exist makes the last statement of the apply fail.
    const plan = planOf({
      products: { adds: [plannedProduct()] },
      variants: { adds: [plannedVariant(plannedProduct().productId)] },
    })
    const draft = await storeDraft(context, storefrontId, plan)
    await expect(confirmDraft(context, inputOf(draft))).rejects.toThrow('not applied')
  }),
  parameters.index.chain((index) =>
    command('undo', async (shop) => {
      const run = pick(await runsOf(shop), index)
      if (run) await unlessRefused(async () => confirm(await undoRun(context, run)))
    }),
  ),
  ...Object.entries({ fetched: {}, rejected, failed }).map(([outcome, fields]) =>
    parameters.index.chain((index) =>
      command(`${outcome} image`, async (shop) => {
        await requestDueImages({ ...context, publish: async () => {} })
        const image = pick(await imagesOf(shop), index)
        if (image === undefined) return
        const claim = await claimImage(context, image)
        if (claim.result === 'granted') {
          await settleImage(context, settlementOf(image, claim.token, fields))
        }
        clock.advance(20_000)
      }),
    ),
  ),
  parameters.index.chain((index) =>
    command('claim without an answer', async (shop) => {
      const image = pick(await imagesOf(shop), index)
      if (image) await claimImage(context, image)
      clock.advance(2 * 60_000)
    }),
  ),
  parameters.index.chain((index) =>
    command('retry', async (shop) => {
      const run = pick(await runsOf(shop), index)
      if (run) await unlessRefused(() => retryImages(context, run))
    }),
  ),
  command('total', () => countPending(context, 0)),
  command('ninety days', async (shop) => {
    clock.advance(90 * 24 * 60 * 60_000)
    await importFile(shop, [{ handle: 'old', status: 'active', images: [], keys: [] }])
  }),
  command('erasure', async (shop) => {
    const erasure = { eraseObjects: async () => 0, wait: async () => {}, report: () => {} }
    await eraseStorefront({ ...context, ...erasure }, shop).catch((error: unknown) => {
      if (!(error instanceof NotErased)) throw error
    })
  }),
]

async function importFile(
  shop: string,
  products: { handle: string; status: string; images: string[]; keys: string[] }[],
): Promise<void> {
  const columns = ['a', 'b', 'c', 'd']
  const cells = (keys: string[]) => columns.map((key) => (keys.includes(key) ? 'x' : '')).join(',')
  const rows = products.flatMap(({ handle, status, images, keys }) => [
    `${handle},${handle},${status},${images.length},,${cells(keys)}`,
    ...images.map((image) => `${handle},,,,https://img.example/${handle}/${image}.png,,,,`),
  ])
  const metadata = columns.map((key) => `metadata.${key}`).join(',')
  const csv = [`handle,title,status,variant_price,image_url,${metadata}`, ...rows].join('\n')
  const input = { storefront_id: shop, file_name: null, caller: null }
  await unlessRefused(async () =>
    confirm(await createDraft(context, input, Readable.from([Buffer.from(csv)]))),
  )
}

async function confirm({ storefront_id, draft_id }: { storefront_id: string; draft_id: string }) {
  await confirmDraft(context, { storefront_id, draft_id })
}

/** Ignores the errors for having nothing to import, undo or retry. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code === 'apply_failed') throw error
  })
}

async function runsOf(shop: string): Promise<{ storefront_id: string; run_id: string }[]> {
  return await database('import_runs').where({ storefront_id: shop }).orderBy('run_id').select()
}

async function imagesOf(shop: string): Promise<ImageKey[]> {
  const order = ['run_id', 'image_id']
  return await service
    .database('run_images')
    .where({ storefront_id: shop, outcome: 'pending' })
    .orderBy(order)
}

function pick<Item>(items: Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)]
}

async function expectCatalogCounted(shop: string): Promise<void> {
  const { counts, metadataKeys, lockedAt } = await countCatalog(database, shop)
  // The upkeep of the first import has counted.
  if (lockedAt !== null) expect(await findCatalogCounts(database, shop)).toMatchObject(counts)
  expect(await findMetadataKeys(database, shop)).toEqual(metadataKeys)
  expect(await summarizeCatalog(context, { storefront_id: shop })).toMatchObject({
    products_by_status: { active: counts.active, draft: counts.draft, archived: counts.archived },
    variant_count: counts.variants,
    image_count: counts.images,
  })
}

async function expectRunsCounted(): Promise<void> {
  const { rows } = await database.raw<{ rows: unknown[] }>(`
    select r.* from import_runs r cross join lateral (
      select count(*) filter (where outcome = 'pending') as pending,
        count(*) filter (where outcome = 'fetched') as fetched,
        count(*) filter (where outcome = 'rejected') as rejected,
        count(*) filter (where outcome = 'failed') as failed
      from run_images i where i.storefront_id = r.storefront_id and i.run_id = r.run_id
    ) i
    where images_total - images_fetched - images_rejected - images_failed <> i.pending
      or (status = 'completed') <> (i.pending = 0)
      or not is_let_go and (images_fetched, images_rejected, images_failed) <> (i.fetched, i.rejected, i.failed)`)
  expect(rows).toEqual([])
}

async function expectTotalCounted(): Promise<void> {
  const { rows } = await database.raw<{ rows: unknown[] }>(`
    select count(*) as pending, count(request_at) as waiting from run_images where outcome = 'pending'`)
  expect([await countPendingImages(database)]).toEqual(rows)
}
