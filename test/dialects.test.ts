import { readFile } from 'node:fs/promises'
import type { Product } from '@catalog/catalog'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { canonicalProductsAfterwards } from '../services/import-service/src/dialects/testing/canonical-products.ts'
import { realisticFiles } from '../services/import-service/src/dialects/testing/realistic-files.ts'
import { exportOf } from '../services/import-service/src/preview/testing/csv-files.ts'
import { storedProducts } from './support/stored-products.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

const fixtures = new URL('../services/import-service/src/dialects/fixtures/', import.meta.url)

let system: System
beforeAll(async () => {
  system = await startSystem()
  // The files name images at hosts that nobody has; none of them is to be asked.
  await system.kill('image-service')
})
afterAll(() => system?.[Symbol.asyncDispose]())

const stored = (storefront: string) => storedProducts(system.database.url, storefront)

/** It holds these products and nothing else, and is all unchanged when it is imported. */
async function expectExport(products: Product[], storefront: string): Promise<void> {
  const response = await system.request('/api/products/export', { storefront })
  const file = Buffer.from(await response.bytes())
  expect(file.toString()).toBe(exportOf(products))
  const ours = await system.upload(file, { storefront })
  expect(ours.dialect).toBe('canonical')
  expect(ours.preview).toMatchObject({ adds: 0, updates: 0, unchanged: ours.row_count, errors: 0 })
}

test.each(realisticFiles)(
  'a $dialect file becomes the catalog that it describes, is exported as our own, and both files are then all unchanged',
  async ({ dialect, path, products }) => {
    const storefront = dialect
    const file = await readFile(new URL(path, fixtures))
    const draft = await system.upload(file, { storefront })
    expect(draft.dialect).toBe(dialect)
    expect(draft.row_count).toBeGreaterThanOrEqual(20)
    const { adds, updates, unchanged, errors } = draft.preview
    expect(adds).toBeGreaterThan(0)
    expect(adds + updates + unchanged + errors).toBe(draft.row_count)
    const run = await system.confirm(draft.draft_id, { storefront })
    expect(run).toMatchObject({ added: adds, errored: errors })

    expect(await stored(storefront)).toEqual(products)
    await expectExport(products, storefront)

    const again = await system.upload(file, { storefront })
    expect(again.preview).toMatchObject({ adds: 0, updates: 0, errors })
    expect(again.importable).toBe(false)
  },
)

test('a file of ours over a catalog empties what has a blank cell and leaves what has no column', async () => {
  const storefront = 'blank-or-absent'
  for (const name of ['realistic', 'blank-or-absent']) {
    const file = await readFile(new URL(`canonical/${name}.csv`, fixtures))
    const draft = await system.upload(file, { storefront })
    await system.confirm(draft.draft_id, { storefront })
  }
  expect(await stored(storefront)).toEqual(canonicalProductsAfterwards)
  await expectExport(canonicalProductsAfterwards, storefront)
})
