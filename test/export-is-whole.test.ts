import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Client } from 'pg'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

/** Some 40 MB: more than what all buffers on the way take. */
const productCount = 3_000

let system: System
let database: Client
beforeAll(async () => {
  system = await startSystem()
  database = await system.database.connect()
  await database.query(
    `insert into products (storefront_id, product_id, handle, title, description_html)
     select 'shop', gen_random_uuid(), 'product-' || lpad(n::text, 6, '0'), 'Product ' || n, repeat('<p>words</p>', 1200)
     from generate_series(1, ${productCount}) n`,
  )
  await database.query(
    `insert into variants (storefront_id, product_id, variant_id, position, sku, price)
     select storefront_id, product_id, gen_random_uuid(), 1, 'SKU-' || handle, 9.5 from products`,
  )
})
afterAll(() => system?.[Symbol.asyncDispose]())

/** Starts an export and reads only its first bytes. */
async function beginExport(
  status: 'all' | 'draft' = 'all',
  signal?: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await system.request(`/api/products/export?status=${status}`, signal ? { signal } : {})
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

const exportsReported = (status: string) =>
  system.events('catalog_exported').filter((event) => event.status_filter === status)

const snapshotsHeld = async () => {
  const { rowCount } = await database.query(
    `select from pg_stat_activity where datname = current_database() and usename = 'catalog_test_reader'
       and xact_start is not null`,
  )
  return rowCount
}

test('an export has every product, without changes that are made while it runs', async () => {
  const reader = await beginExport()
  await database.query(
    `insert into products (storefront_id, product_id, handle, title) values ('shop', gen_random_uuid(), 'zzz', 'Late')`,
  )
  const parts: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
  }
  await database.query(`delete from products where handle = 'zzz'`)
  const text = Buffer.concat(parts).toString()
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text).not.toContain('zzz')
  expect(text).toContain(`product-${String(productCount).padStart(6, '0')}`)
})

test('an export whose service is killed is aborted: it never looks like a complete file', async () => {
  const reader = await beginExport('draft')
  await system.kill('export-service')
  await expect(readToEnd(reader)).rejects.toThrow()
  expect(exportsReported('draft')).toEqual([])
  await system.start('export-service')
  await readToEnd(await beginExport())
})

test('a reader that disconnects frees the snapshot within seconds, and no export is reported', async () => {
  const leaving = new AbortController()
  const reader = await beginExport('draft', leaving.signal)
  expect(await snapshotsHeld()).toBe(1)
  leaving.abort()
  await expect(readToEnd(reader)).rejects.toThrow()
  await waitFor('the snapshot to be freed', async () => (await snapshotsHeld()) === 0)
  expect(exportsReported('draft')).toEqual([])
})
