import { createAddressGuard } from '@catalog/address-guard'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'
import { listActiveProducts } from '../catalog/read.sql.ts'
import { previewFile } from '../drafts/preview-file.ts'
import { preferIndexes } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'
import { applyPlan, findMovedProducts } from './apply.ts'

const tables = ['products', 'variants', 'product_images', 'run_images']
/** Below some ten thousand, reading all of them seems as quick as looking up some. */
const products = 50_000
const ofFile = 100

const header = 'handle,title,variant_sku,variant_price,variant_barcode,image_url,image_alt,metadata.care\n'
const line = (n: number, price: number) =>
  `p-${n},Product ${n},SKU-${n},${price},,https://images.example/${n}.jpg,Alt ${price},wash\n`
const linesOf = (from: number, count: number, price: number) =>
  Array.from({ length: count }, (_, index) => line(from + index, price)).join('')

/** Stores the products of these lines. */
async function fill(database: Database, storefrontId: string, count: number): Promise<void> {
  await database.raw(
    `with new as (
       insert into products (storefront_id, product_id, handle, title, status, metadata)
       select ?, gen_random_uuid(), 'p-' || n, 'Product ' || n, 'draft', '{"care": "wash"}' from generate_series(0, ?) n
       returning storefront_id, product_id, substr(handle, 3) as n
     ), images as (
       insert into product_images (storefront_id, product_id, image_id, position, url, normalized_url, alt)
       select storefront_id, product_id, gen_random_uuid(), 1, url, url, 'Alt 1'
       from new cross join lateral (select 'https://images.example/' || n || '.jpg' as url) u
     )
     insert into variants (storefront_id, product_id, variant_id, position, sku, price, barcode)
     select storefront_id, product_id, gen_random_uuid(), 1, 'SKU-' || n, 1, '0' || 4000000000000 + n::bigint from new`,
    [storefrontId, count - 1],
  )
}

function tools(database: Database) {
  return { database, guard: createAddressGuard() }
}

describe.each([
  { known: 'no storefront', service: await useTestContext() },
  { known: 'another storefront', service: await useTestContext() },
])('of a catalog whose statistics know $known', ({ known, service }) => {
  beforeAll(async () => {
    await fill(service.database, 'small', 100)
    if (known === 'another storefront') await service.database.raw('analyze')
    await fill(service.database, 'large', products)
  }, 60_000)

  test('a preview and an apply read what their file touches, not the whole storefront', async () => {
    const renamed = 'p-1,Product 1,SKU-R,2,,,,\n,,SKU-2,3,,,,\n'
    const file = await fileOf(header + linesOf(500, ofFile, 2) + linesOf(products, ofFile, 2) + renamed)
    await service.database.transaction(async (transaction) => {
      const mostRead = async () =>
        Math.max(...(await Promise.all(tables.map((table) => rowsRead(transaction, table)))))
      const { plan } = await previewFile(tools(transaction), 'large', file)
      expect(plan.products.adds).toHaveLength(ofFile)
      expect(plan.variants.updates).toHaveLength(ofFile + 2)
      expect(await mostRead()).toBeLessThan(5 * ofFile)

      await preferIndexes(transaction)
      const { count, handedOver } = await findMovedProducts(transaction, 'large', plan)
      expect(count).toBe(0)
      await lockStorefront(transaction, 'large', service.clock.time)
      await applyPlan(transaction, 'large', plan, handedOver)
      expect(await mostRead()).toBeLessThan(15 * ofFile)
    })
  })

  test('so does a preview of a file with barcodes, with or without zeros in front', async () => {
    const lines = Array.from({ length: ofFile }, (_, n) => `${'0'.repeat(n % 3)}${4_000_000_000_010 + n};5\n`)
    const file = await fileOf(`EAN;Bestand\n${lines.join('')}`, undefined, {
      columns: [
        ['EAN', 'variant_barcode'],
        ['Bestand', 'variant_inventory_quantity'],
      ],
      identity: 'variant_barcode',
    })
    await service.database.transaction(async (transaction) => {
      const { plan, counts } = await previewFile(tools(transaction), 'large', file)
      expect([plan.variants.updates.length, counts.errors]).toEqual([ofFile, 0])
      expect(await rowsRead(transaction, 'variants')).toBeLessThan(10 * ofFile)
    })
  })

  test('products are listed page by page, each read once', async () => {
    await service.database.transaction(async (transaction) => {
      const filter = { vendors: [], product_types: [], tags: [] }
      let last: string | undefined = ''
      let pages = 0
      const before = await rowsRead(transaction, 'products')
      for (; last !== undefined; pages += 1) {
        ;({ last } = await listActiveProducts(transaction, 'large', filter, last))
      }
      expect(pages).toBeGreaterThan(5)
      expect((await rowsRead(transaction, 'products')) - before).toBeLessThan(1.1 * products)
    })
  })
})
