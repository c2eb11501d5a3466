import { afterAll, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { PoolClient } from 'pg'
import { allColumns, chooseColumns } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { insertProducts } from './testing/insert-products.ts'
import { noFilters } from './testing/no-filters.ts'
import { useDatabase } from './testing/use-database.ts'
import { reasonAgainstWorkbook } from './workbook-limits.sql.ts'

let client: PoolClient
let storefronts = 0
// Before the pool ends, which waits for it.
afterAll(() => client.release())
const tested = await useDatabase()
client = await tested.pool.connect()

const columns = [allColumns, ...['title', 'variant_price', 'image_alt'].map((name) => chooseColumns([name]))]
const catalogs = arbitraryCatalog({ maxProducts: 6 }).filter((products) => products.length > 0)

test('a catalog has too many rows for a workbook exactly where its export has more than fit below a header', async () => {
  await fc.assert(
    fc.asyncProperty(catalogs, fc.constantFrom(...columns), async (products, chosen = allColumns) => {
      storefronts += 1
      const storefrontId = `storefront-${storefronts}`
      await insertProducts(tested.writer, storefrontId, products)
      const selection = { storefrontId, status: 'all' as const, filters: noFilters }
      const rows = products.flatMap((product) => chosen.rows(product, [])).length
      const reasonWith = (maxRows: number) => reasonAgainstWorkbook(client, selection, chosen, [], maxRows)
      expect(await reasonWith(rows + 1)).toBeUndefined()
      expect(await reasonWith(rows)).toMatchObject({ code: 'too_large_for_workbook' })
    }),
    { numRuns: 25 },
  )
})

test('a catalog with more columns than a workbook can hold is refused', async () => {
  const keys = Array.from({ length: 16_384 }, (_, index) => `key-${index}`)
  const selection = { storefrontId: 'none', status: 'all' as const, filters: noFilters }
  const own = allColumns.names.length
  const reasonWith = (count: number) =>
    reasonAgainstWorkbook(client, selection, allColumns, keys.slice(0, count - own))
  expect(await reasonWith(16_384)).toBeUndefined()
  expect(await reasonWith(16_385)).toMatchObject({
    code: 'too_large_for_workbook',
    message: expect.stringContaining('16,384 columns'),
  })
})
