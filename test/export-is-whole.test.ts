import { expect, test } from '@jest/globals'
import { useSystem } from './support/use-system.ts'

/** Some 40 MB: more than what all buffers on the way take. */
const productCount = 3_000

const system = await useSystem()
const database = await system.database.connect()
await database.query(
  `insert into products (storefront_id, product_id, handle, title, description_html)
   select 'shop', gen_random_uuid(), 'product-' || lpad(n::text, 6, '0'), 'Product ' || n, repeat('<p>words</p>', 1200)
   from generate_series(1, ${productCount}) n`,
)
await database.query(
  `insert into variants (storefront_id, product_id, variant_id, position, sku, price)
   select storefront_id, product_id, gen_random_uuid(), 1, 'SKU-' || handle, 9.5 from products`,
)

/** Starts an export and reads only its first bytes. */
async function beginExport(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await system.request('/api/products/export')
  expect(response.status).toBe(200)
  expect(response.headers.get('x-catalog-product-count')).toBe(String(productCount))
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error('the answer has no body')
  await reader.read()
  return reader
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (;;) if ((await reader.read()).done) return
}

test('an export whose service is killed is aborted: it never looks like a complete file', async () => {
  const reader = await beginExport()
  await system.kill('export-service')
  await expect(readToEnd(reader)).rejects.toThrow()
  expect(system.events('catalog_exported')).toEqual([])
  await system.start('export-service')
  await readToEnd(await beginExport())
})
