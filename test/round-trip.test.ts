import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import type { Draft } from '@catalog/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
  // The catalogs name images at any host; none of them is to be asked.
  await system.kill('image-service')
})
afterAll(() => system?.[Symbol.asyncDispose]())

let storefronts = 0

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

const catalogs = arbitraryCatalog({ maxProducts: 6, maxVariants: 6, maxImages: 4 }).filter(
  (products) => products.length > 0,
)

test('any catalog comes back as all unchanged, and through an empty storefront to the same bytes (INV-12)', async () => {
  await fc.assert(
    fc.asyncProperty(catalogs, async (products) => {
      const storefront = `round-trip-${(storefronts += 1)}`
      const { row_count: rowCount } = await importInto(storefront, fileOf(products))

      const exported = await exportOf(storefront)
      const again = await system.upload(exported, { storefront })
      expect(again).toMatchObject({
        importable: false,
        warnings: [],
        unknown_columns_count: 0,
        preview: { adds: 0, updates: 0, unchanged: rowCount, errors: 0, clears: 0 },
      })

      await importInto(`${storefront}-copy`, exported)
      expect((await exportOf(`${storefront}-copy`)).equals(exported)).toBe(true)
    }),
    { numRuns: 60 },
  )
}, 120_000)
