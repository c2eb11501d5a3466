import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Client, Pool } from 'pg'
import type { Product } from '@catalog/catalog'
import type { StatusFilter } from '@catalog/contracts'
import { createDatabase } from '../../../test/support/database.ts'
import type { TestDatabase } from '../../../test/support/database.ts'
import { insertProducts } from './testing/insert-products.ts'
import { plain, shirt } from './testing/sample-products.ts'
import { describeCatalog, openSnapshot, readProducts } from './catalog.sql.ts'

let testDatabase: TestDatabase
let writer: Client
let pool: Pool

/** Three batches, in an order different from that of their handles. */
const products = Array.from({ length: 210 }, (_, index): Product => {
  const model = index % 3 === 0 ? shirt : plain
  return {
    ...model,
    handle: `p-${(index * 37) % 210}`,
    status: index % 2 === 0 ? 'active' : 'archived',
    variants: model.variants.map((variant) => Object.assign({}, variant, { sku: '' })),
  }
})

beforeAll(async () => {
  testDatabase = await createDatabase()
  writer = new Client(testDatabase.url)
  await writer.connect()
  pool = new Pool({ connectionString: testDatabase.readerUrl })
  await insertProducts(writer, 'one', products)
})

afterAll(async () => {
  await pool.end()
  await writer.end()
  await testDatabase[Symbol.asyncDispose]()
})

async function read(
  isDistributed: boolean,
  { status = 'all', meanwhile }: { status?: StatusFilter; meanwhile?: () => Promise<void> } = {},
): Promise<Product[]> {
  const client = await pool.connect()
  try {
    const selection = { storefrontId: 'one', status }
    await openSnapshot(client)
    await describeCatalog(client, selection)
    const found: Product[] = []
    for await (const batch of readProducts(client, selection, { isDistributed })) {
      if (found.length === 0) await meanwhile?.()
      found.push(...batch)
    }
    await client.query('commit')
    return found
  } finally {
    client.release()
  }
}

test.each(['all', 'active', 'draft', 'archived'] as const)(
  'pages have what a cursor has, of the status %s',
  async (status) => {
    const expected = products.filter((product) => status === 'all' || product.status === status)
    const byCursor = await read(false, { status })
    expect(byCursor.map(({ handle }) => handle)).toEqual(expected.map(({ handle }) => handle).toSorted())
    expect(await read(true, { status })).toEqual(byCursor)
  },
)

test.each([false, true])('all of it is from one snapshot, by pages: %s', async (isDistributed) => {
  const before = await read(isDistributed)
  const meanwhile = async () => {
    await writer.query(
      "update products set title = 'moved', version = version + 1 where storefront_id = 'one'",
    )
    await insertProducts(writer, 'one', [{ ...plain, handle: `q-${isDistributed}`, variants: [] }])
  }
  expect(await read(isDistributed, { meanwhile })).toEqual(before)
  expect(await read(isDistributed)).toHaveLength(before.length + 1)
})

test('a PostgreSQL of one server is recognised', async () => {
  const client = await pool.connect()
  try {
    const selection = { storefrontId: 'one', status: 'all' } as const
    expect(await describeCatalog(client, selection)).toMatchObject({ isDistributed: false })
  } finally {
    client.release()
  }
})
