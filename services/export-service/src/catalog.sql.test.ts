import { beforeAll, expect, test } from '@jest/globals'
import type { Product } from '@catalog/catalog'
import { insertProducts } from './testing/insert-products.ts'
import { noFilters } from './testing/no-filters.ts'
import { plain, shirt } from './testing/sample-products.ts'
import { useDatabase } from './testing/use-database.ts'
import { describeCatalog, openSnapshot, readProducts } from './catalog.sql.ts'
import type { Selection } from './catalog.sql.ts'

const tested = await useDatabase()

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

/**
 * Of what may be read at once, 1 is the most: 16 KB of a product among others, and 250 variants and images of one by
 * itself.
 */
function sizeOf(product: Product, ofBatch: number): number {
  const { length } = JSON.stringify({ ...product, variants: product.variants.map(Object.values) })
  const parts = Math.max(product.variants.length, product.images.length)
  return ofBatch > 1 ? length / 16_000 : Math.min(length / 16_000, parts / 250)
}

/** Each larger than others together, in its own way; read as a few hundred of anything at a time. */
const large: Product[] = [
  { ...plain, variants: numbered(700, (n) => ({ ...plain.variants[0]!, sku: `v-${n}` })) },
  { ...plain, images: numbered(600, (n) => ({ url: `https://x.example/${n}.jpg`, alt: 'a'.repeat(500) })) },
  { ...plain, descriptionHtml: 'é'.repeat(65_536) },
  { ...plain, metadata: Object.fromEntries(numbered(100, (n) => [`k${n}`, 'x'.repeat(2_000)])) },
  {
    ...shirt,
    images: numbered(250, (n) => ({ url: `https://x.example/${n}.jpg`, alt: '' })),
    variants: numbered(2_000, (n) => ({
      ...shirt.variants[0]!,
      optionValues: [`S${n}`, 'o'.repeat(200)],
      sku: '',
      imageUrl: `https://x.example/${n % 250}.jpg`,
    })),
  },
  { ...shirt, variants: numbered(500, (n) => ({ ...shirt.variants[1]!, sku: `e-${n}` })), images: [] },
].map((product, index) => Object.assign(product, { handle: `p-${index * 40}-large` }))

function numbered<Item>(count: number, make: (n: number) => Item): Item[] {
  return Array.from({ length: count }, (_, n) => make(n))
}

beforeAll(() => insertProducts(tested.writer, 'one', products))

async function read(
  isDistributed: boolean,
  {
    storefrontId = 'one',
    status = 'all',
    filters = noFilters,
    meanwhile,
  }: Partial<Selection> & { meanwhile?: () => Promise<void> } = {},
): Promise<Product[]> {
  const client = await tested.pool.connect()
  try {
    const selection = { storefrontId, status, filters }
    await openSnapshot(client)
    await describeCatalog(client, selection)
    const found: Product[] = []
    for await (const batch of readProducts(client, selection, { isDistributed })) {
      if (found.length === 0) await meanwhile?.()
      for (const { product } of batch) expect(sizeOf(product, batch.length)).toBeLessThanOrEqual(1)
      for (const { product, fromRow } of batch) {
        const earlier = found.at(-1)
        if (fromRow === 0 || earlier === undefined) found.push(product)
        else {
          expect(earlier).toMatchObject({
            handle: product.handle,
            [earlier.variants.length > earlier.images.length ? 'variants' : 'images']: { length: fromRow },
          })
          earlier.variants.push(...product.variants)
          earlier.images.push(...product.images)
        }
      }
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

test.each([false, true])('filters narrow it, by pages: %s', async (isDistributed) => {
  const handles = ['p-7', 'p-8', 'p-9', 'none']
  const byHandle = await read(isDistributed, { filters: { ...noFilters, handles } })
  expect(byHandle).toEqual(
    products
      .filter(({ handle }) => handles.includes(handle))
      .toSorted((one, other) => (one.handle < other.handle ? -1 : 1)),
  )
  const filters = { ...noFilters, handles, vendors: [shirt.vendor] }
  expect(await read(isDistributed, { filters, status: 'active' })).toEqual(
    byHandle.filter(({ vendor, status }) => vendor === shirt.vendor && status === 'active'),
  )
})

test.each([false, true])('a large product is read in parts, by pages: %s', async (isDistributed) => {
  const small = products.map((product) => Object.assign({}, product, { handle: `s${product.handle}` }))
  await insertProducts(tested.writer, 'large', [...small, ...large])
  try {
    const expected = [...large, ...small].toSorted((one, other) => (one.handle < other.handle ? -1 : 1))
    expect(await read(isDistributed, { storefrontId: 'large' })).toEqual(expected)
  } finally {
    for (const table of ['variants', 'product_images', 'products'])
      await tested.writer.query(`delete from ${table} where storefront_id = 'large'`)
  }
})

test.each([false, true])('all of it is from one snapshot, by pages: %s', async (isDistributed) => {
  const before = await read(isDistributed)
  const meanwhile = async () => {
    await tested.writer.query(
      "update products set title = 'moved', version = version + 1 where storefront_id = 'one'",
    )
    await insertProducts(tested.writer, 'one', [{ ...plain, handle: `q-${isDistributed}`, variants: [] }])
  }
  expect(await read(isDistributed, { meanwhile })).toEqual(before)
  expect(await read(isDistributed)).toHaveLength(before.length + 1)
})

test('a PostgreSQL of one server is recognised', async () => {
  const client = await tested.pool.connect()
  try {
    const selection = { storefrontId: 'one', status: 'all', filters: noFilters } as const
    expect(await describeCatalog(client, selection)).toMatchObject({ isDistributed: false })
  } finally {
    client.release()
  }
})
