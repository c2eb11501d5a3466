import { readFile } from 'node:fs/promises'
import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { Dialect } from '@catalog/contracts'
import type { Draft } from '@catalog/contracts'
import { beforeAll, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { insertProducts } from '../services/export-service/src/testing/insert-products.ts'
import { readZip } from '../services/export-service/src/testing/read-zip.ts'
import { plain, shirt } from '../services/export-service/src/testing/sample-products.ts'
import { fixtures } from './support/preview/import-fixture.ts'
import { productsOf, realisticFiles } from './support/preview/realistic-files.ts'
import { arbitraryFile } from './support/preview/arbitrary-file.ts'
import { exportOf as csvOfExport } from './support/preview/csv-files.ts'
import { storedProducts } from './support/stored-products.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem()
// The catalogs and the files name images at arbitrary hosts, none of which may be contacted.
beforeAll(() => system.kill('image-service'))

let storefronts = 0
const imports = '/api/products/imports'

async function importInto(storefront: string, file: string | Uint8Array): Promise<Draft> {
  const draft = await system.upload(file, { storefront })
  expect(draft.preview).toMatchObject({ adds: draft.row_count, updates: 0, unchanged: 0, errors: 0 })
  await system.confirm(draft.draft_id, { storefront })
  return draft
}

async function exportOf(storefront: string): Promise<Buffer> {
  const response = await system.request('/api/products/export', { storefront })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

function fileOf(products: Product[]): string {
  const keys = new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))
  return writeCsv([canonicalHeader(keys), ...products.flatMap((product) => productToRows(product, keys))])
}

const catalogs = arbitraryCatalog({ maxProducts: 6, minVariants: 1, maxVariants: 6, maxImages: 4 }).filter(
  (products) => products.length > 0,
)

test('any catalog’s export is all unchanged, and through an empty storefront gives the same bytes (INV-12)', async () => {
  await fc.assert(
    fc.asyncProperty(catalogs, async (products) => {
      const storefront = `round-trip-${(storefronts += 1)}`
      const { row_count: rowCount } = await importInto(storefront, fileOf(products))

      const exported = await exportOf(storefront)
      const again = await system.upload(exported, { storefront })
      expect(again).toMatchObject({
        importable: false,
        unknown_columns_count: 0,
        preview: { adds: 0, updates: 0, unchanged: rowCount, errors: 0, clears: 0 },
      })

      // A file that changes nothing warns of images that can never be fetched.
      expect(again.warnings.filter(({ code }) => code !== 'images_to_retry')).toEqual([])

      await importInto(`${storefront}-copy`, exported)
      expect((await exportOf(`${storefront}-copy`)).equals(exported)).toBe(true)
    }),
    // preview/round-trip.test.ts checks the same for hundreds of catalogs without a system.
    { numRuns: 8 },
  )
})

test('some columns of some products are all unchanged (INV-12)', async () => {
  const storefront = 'chosen'
  await insertProducts(await system.database.connect(), storefront, [
    { ...shirt, metadata: { care: 'cold' } },
    { ...plain, metadata: { care: '=warm' } },
  ])
  const rows = []
  for (const query of [
    'columns=title',
    'columns=variant_price,image_alt',
    `columns=metadata.*,variant_image_url&handle=shirt&handle=${plain.handle}`,
    `vendor=${encodeURIComponent(shirt.vendor)}&columns=tags,image_position`,
    `handle=${plain.handle}`,
  ]) {
    for (const format of ['csv', 'xlsx']) {
      const response = await system.request(`/api/products/export?${query}&format=${format}`, { storefront })
      const draft = await system.upload(Buffer.from(await response.arrayBuffer()), { storefront })
      expect([query, draft.preview, draft.warnings]).toMatchObject([
        query,
        { adds: 0, updates: 0, unchanged: draft.row_count, errors: 0, clears: 0 },
        [],
      ])
      rows.push(draft.row_count)
    }
  }
  expect(rows).toEqual([2, 4, 3, 3, 1].flatMap((count) => [count, count]))
})

const metadataFrom = (first: number) =>
  Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`key-${first + index}`, '1']))

test('a catalog too large for a file is exported in parts, each all unchanged (INV-12)', async () => {
  const storefront = 'in-parts'
  const [variant] = plain.variants
  if (variant === undefined) throw new Error('no variant')
  const products: Product[] = [
    { ...shirt, metadata: metadataFrom(0) },
    { ...plain, handle: 'second', metadata: metadataFrom(600) },
    {
      ...plain,
      handle: 'in-many-sizes',
      optionNames: ['Size'],
      variants: Array.from({ length: 2_300 }, (_, index) => ({ ...variant, optionValues: [`${index}`] })),
    },
    ...Array.from({ length: 1_500 }, (_, index) => ({ ...plain, handle: `plain-${index}` })),
  ]
  await insertProducts(await system.database.connect(), storefront, products)

  const response = await system.request('/api/products/export?format=zip', { storefront })
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  let rows = 0
  for (const { name, bytes } of files) {
    const draft = await system.upload(bytes, { storefront })
    expect([name, draft.preview, draft.warnings]).toMatchObject([
      name,
      { adds: 0, updates: 0, unchanged: draft.row_count, errors: 0, clears: 0 },
      [],
    ])
    rows += draft.row_count
  }
  // A thousand columns leave room for a thousand rows; a further file has the remaining metadata columns.
  expect(files.length).toBe(5)
  expect(rows).toBe(3 + 1 + 2_300 + 1_500 + 2)
})

test('an undo restores the export byte for byte, and undoing the undo the import', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryFile, { minLength: 2, maxLength: 4 }), async (files) => {
      const storefront = `undo-${(storefronts += 1)}`
      const post = { method: 'POST', storefront }
      let before: Product[] = []
      for (const file of files) {
        const draft = await system.upload(file, { storefront })
        if (!draft.importable) continue
        const run = await system.confirm(draft.draft_id, { storefront })
        const after = await stored(storefront)
        const exported = await exportOf(storefront)
        const undo = `${imports}/runs/${run.run_id}/undo`
        const response = await system.request(undo, post)
        if (response.status === 409) {
          // It only added variants and images to products, which stay.
          await response.arrayBuffer()
          before = after
          continue
        }
        const undoing: Draft = JSON.parse(await response.text())
        const undone = await system.confirm(undoing.draft_id, { storefront })
        // What it added to existing products stays.
        if (!undoing.warnings.some(({ code }) => code === 'kept')) {
          const known = new Set(before.map(({ handle }) => handle))
          const restored = await stored(storefront)
          const old = restored.filter(({ handle }) => known.has(handle))
          expect(csvOfExport(old)).toBe(csvOfExport(before))
          if (old.length === restored.length)
            expect((await exportOf(storefront)).toString()).toBe(csvOfExport(before))
          compared += 1
        }
        const redoing = await system.json<Draft>(`${imports}/runs/${undone.run_id}/undo`, post)
        await system.confirm(redoing.draft_id, { storefront })
        expect((await exportOf(storefront)).equals(exported)).toBe(true)
        before = after
      }
    }),
    // undo/plan-undo.test.ts checks the same for hundreds of histories without a system.
    { numRuns: 7 },
  )
  expect(compared).toBeGreaterThan(3)
})

const stored = (storefront: string) => storedProducts(system.database.url, storefront)

/** Expects an export with exactly these products, which is all unchanged when it is imported. */
async function expectExport(products: Product[], storefront: string): Promise<void> {
  const file = await exportOf(storefront)
  expect(file.toString()).toBe(csvOfExport(products))
  const ours = await system.upload(file, { storefront })
  expect(ours.dialect).toBe('canonical')
  expect(ours.preview).toMatchObject({ adds: 0, updates: 0, unchanged: ours.row_count, errors: 0 })
}

test('there is a file of each dialect', () => {
  // A mapped file belongs to no system.
  const dialects = Dialect.options.filter((dialect) => dialect !== 'mapped')
  expect(realisticFiles.map(({ dialect }) => dialect).toSorted()).toEqual(dialects.toSorted())
})

test.each(realisticFiles)(
  'a $dialect file becomes the catalog that it describes, is exported as our own, and both files are then all unchanged',
  async ({ dialect, path, before, catalog }) => {
    const storefront = dialect
    if (before !== undefined) {
      const earlier = await system.upload(await readFile(new URL(before, fixtures)), { storefront })
      await system.confirm(earlier.draft_id, { storefront })
    }
    const file = await readFile(new URL(path, fixtures))
    const draft = await system.upload(file, { storefront })
    expect(draft.dialect).toBe(dialect)
    expect(draft.row_count).toBeGreaterThanOrEqual(8)
    const { adds, updates, unchanged, errors } = draft.preview
    expect(before === undefined ? adds : updates).toBeGreaterThan(0)
    expect(adds + updates + unchanged + errors).toBe(draft.row_count)
    const run = await system.confirm(draft.draft_id, { storefront })
    expect(run).toMatchObject({ added: adds, updated: updates, errored: errors })

    const products = await productsOf(catalog)
    expect(await stored(storefront)).toEqual(products)
    await expectExport(products, storefront)

    const again = await system.upload(file, { storefront })
    expect(again.preview).toMatchObject({ adds: 0, updates: 0, errors })
    expect(again.importable).toBe(false)
  },
)

test('a canonical file clears fields with a blank cell and keeps fields without a column', async () => {
  const storefront = 'blank-or-absent'
  for (const name of ['realistic', 'blank-or-absent']) {
    const file = await readFile(new URL(`canonical/${name}.csv`, fixtures))
    const draft = await system.upload(file, { storefront })
    await system.confirm(draft.draft_id, { storefront })
  }
  const products = await productsOf('canonical/catalog-afterwards.csv')
  expect(await stored(storefront)).toEqual(products)
  await expectExport(products, storefront)
})
