import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import type { Product } from '@catalog/catalog'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { CatalogProductPage } from '@catalog/contracts'
import { countSpending } from '@catalog/runtime'
import { listProducts } from './list-products.ts'
import { readStoredPage } from './product-page.sql.ts'
import type { PageQuery } from './product-page.sql.ts'
import { insertProducts } from './testing/insert-products.ts'
import { noFilters } from './testing/no-filters.ts'
import { plain, shirt } from './testing/sample-products.ts'
import { toModel } from './testing/to-model.ts'
import { useDatabase } from './testing/use-database.ts'

const tested = await useDatabase()
let storefronts = 0

const none: Omit<PageQuery, 'storefront_id'> = {
  ...noFilters,
  statuses: [],
  order: 'handle',
  limit: 50,
  cursor: null,
  known_version: null,
  rendition_url: '/{storefront_id}/{image_id}/{rendition}?v={version}',
}

/** Each product with the next version of the catalog. */
async function storefrontWith(...products: Product[]): Promise<string> {
  const storefront = `shop-${++storefronts}`
  await insertProducts(tested.writer, storefront, products)
  await tested.writer.query(
    `with numbered as (
       select product_id, row_number() over (order by product_id) as version from products where storefront_id = $1
     )
     update products p set catalog_version = n.version from numbered n
     where p.storefront_id = $1 and p.product_id = n.product_id`,
    [storefront],
  )
  await tested.writer.query(
    `insert into storefront_locks (storefront_id, locked_at, catalog_version) values ($1, now(), $2)`,
    [storefront, products.length],
  )
  return storefront
}

async function readPage(storefront: string, query: Partial<PageQuery> = {}) {
  const { head, body: bytes } = await listProducts(
    { pages: tested.database },
    { storefront_id: storefront, ...none, ...query },
  )
  expect(bytes.length).toBe(head.content_length)
  return { head, bytes }
}

async function page(storefront: string, query: Partial<PageQuery> = {}) {
  const { bytes } = await readPage(storefront, query)
  const text = bytes.toString()
  CatalogProductPage.parse(JSON.parse(text))
  const read: CatalogProductPage = JSON.parse(text)
  return { ...read, bytes: bytes.length }
}

/** What one statement reads for a page. */
async function stored(storefront: string, query: Partial<PageQuery> = {}) {
  const { client, release } = await tested.database.connect(storefront)
  try {
    const read = await readStoredPage(client, { storefront_id: storefront, ...none, ...query }, undefined)
    return read.products
  } finally {
    release()
  }
}

async function all(storefront: string, query: Partial<PageQuery> = {}) {
  const products: CatalogProductPage['products'] = []
  for (let cursor: string | null = null; ;) {
    const next: CatalogProductPage = await page(storefront, { ...query, cursor })
    products.push(...next.products)
    cursor = next.next_cursor
    if (cursor === null) return products
  }
}

const handlesOf = (products: { handle: string }[]) => products.map(({ handle }) => handle)
const named = (handle: string, fields: Partial<Product> = {}): Product => ({ ...plain, handle, ...fields })

const withSku = (sku: string) => ({ variants: [{ ...plain.variants[0]!, sku }] })

const byHandle = (products: Product[]) =>
  products.toSorted((one, other) => Buffer.compare(Buffer.from(one.handle), Buffer.from(other.handle)))

test('pages of any size, in either order, have every product of any catalog once, whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryCatalog({ maxProducts: 12 }),
      fc.integer({ min: 1, max: 13 }),
      fc.constantFrom('handle', 'changed'),
      async (products, limit, order) => {
        const read = await all(await storefrontWith(...products), { limit, order })
        const models = read.map(toModel)
        expect(order === 'handle' ? models : byHandle(models)).toEqual(byHandle(products))
        if (order === 'changed')
          expect(read.map((each) => each.catalog_version)).toEqual(products.map((_, index) => index + 1))
      },
    ),
    { numRuns: 20 },
  )
})

describe('a page', () => {
  test('ends before 1 MB, with at least one product', async () => {
    const large = Array.from({ length: 40 }, (_, n) =>
      named(`p-${n}`, { descriptionHtml: 'é'.repeat(30_000) }),
    )
    const variants = Array.from({ length: 2_000 }, (_, n) => ({
      ...plain.variants[0]!,
      sku: `${'x'.repeat(240)}-${n}`,
      barcode: 'b'.repeat(250),
    }))
    const storefront = await storefrontWith(...large, named('q', { variants }))
    const first = await page(storefront)
    expect(first.bytes).toBeLessThanOrEqual(1_000_500)
    expect(first.products.length).toBeGreaterThan(10)
    expect(await all(storefront)).toHaveLength(41)
    const [whole] = (await page(storefront, { handles: ['q'] })).products
    expect(whole?.variants).toHaveLength(2_000)
  })

  test('is read no further than about 1 MB, whether descriptions, variants or images are many', async () => {
    const images = Array.from({ length: 250 }, (_, n) => ({ url: `https://cdn.example/${n}.jpg`, alt: '' }))
    const many = Array.from({ length: 50 }, (_, n) => named(`p-${n}`, { images, variants: [] }))
    const storefront = await storefrontWith(...many)
    const read = await stored(storefront)
    expect(read.length).toBeGreaterThan(1)
    expect(read.length).toBeLessThan(45)
    expect(await all(storefront)).toHaveLength(50)
  })

  test.each<[string, Partial<PageQuery>, string[]]>([
    ['handle', { handles: ['b', 'a', 'none'] }, ['a', 'b']],
    ['SKU', { skus: ['S-C', 'S-A', ''] }, ['a', 'c']],
    ['handle and SKU', { handles: ['a', 'b'], skus: ['S-A', 'S-C'] }, ['a']],
    ['status', { statuses: ['draft', 'archived'] }, ['b', 'c']],
    ['vendor', { vendors: ['One', 'Two'], statuses: ['active'] }, ['a']],
    ['type', { product_types: ['Top'] }, ['c']],
    ['tag', { tags: ['linen', 'none'] }, ['a', 'b']],
    ['version', { changed_after: 3 }, []],
  ])('is filtered by %s', async (_name, query, expected) => {
    const storefront = await storefrontWith(
      named('a', { status: 'active', vendor: 'One', productType: '', tags: ['linen'], ...withSku('S-A') }),
      named('b', {
        status: 'draft',
        vendor: 'Two',
        productType: '',
        tags: ['linen', 'new'],
        ...withSku('S-B'),
      }),
      named('c', { status: 'archived', vendor: '', productType: 'Top', tags: [], ...withSku('S-C') }),
    )
    expect(handlesOf(await all(storefront, query))).toEqual(expected)
    expect(handlesOf(await all(storefront, { ...query, order: 'changed', limit: 1 })).toSorted()).toEqual(
      expected,
    )
  })

  test('has what has changed after a version, in its order', async () => {
    const storefront = await storefrontWith(
      ...['a', 'b', 'c', 'd'].map((handle) => named(handle, { variants: [] })),
    )
    for (const order of ['handle', 'changed'] as const)
      expect(
        (await all(storefront, { order, changed_after: 2, limit: 1 }))
          .map((each) => each.catalog_version)
          .toSorted((one, other) => one - other),
      ).toEqual([3, 4])
  })

  test('has the last outcome of each image, and its renditions', async () => {
    const storefront = await storefrontWith(shirt)
    const [before] = (await page(storefront)).products
    const images = before?.images ?? []
    expect(images.map(({ outcome, renditions }) => [outcome, renditions])).toEqual(
      images.map(() => [null, {}]),
    )
    const id = images[0]?.image_id
    const token = '01890000-0000-4000-8000-000000000003'
    await tested.writer.query(
      `insert into run_images (storefront_id, run_id, image_id, product_handle, url, outcome, renditions, sizes, claim_token)
       values ($1, '01890000-0000-7000-8000-000000000001', $2, 'shirt', 'u', 'fetched', '{original,thumb}', '{"original":[20,10]}', $3),
         ($1, '01890000-0000-7000-8000-000000000002', $2, 'shirt', 'u', 'rejected', '{}', null, null)`,
      [storefront, id, token],
    )
    const v = createHash('md5').update(token).digest('hex').slice(0, 16)
    const [after] = (await page(storefront)).products
    expect(after?.images[0]).toMatchObject({
      outcome: 'rejected',
      renditions: {
        original: { url: `/${storefront}/${id}/original?v=${v}`, width: 20, height: 10 },
        thumb: { url: `/${storefront}/${id}/thumb?v=${v}`, width: null, height: null },
      },
    })
  })

  test('counts what its statements take', async () => {
    const storefront = await storefrontWith(shirt)
    const { sql } = await countSpending(async (spent) => {
      await readPage(storefront)
      return spent
    })
    expect(sql).toBeGreaterThan(0)
  })

  test('is not read for a caller who has the version', async () => {
    const storefront = await storefrontWith(named('a'))
    expect((await readPage(storefront, { known_version: 1 })).head).toEqual({
      catalog_version: 1,
      content_length: 0,
    })
    expect(await stored(storefront, { known_version: 1 })).toEqual([])
    expect((await readPage(storefront, { known_version: 0 })).head.content_length).toBeGreaterThan(100)
  })

  test('after a version that the catalog has not reached is refused: it has begun again', async () => {
    const storefront = await storefrontWith(named('a'))
    for (const order of ['handle', 'changed'] as const)
      await expect(page(storefront, { order, changed_after: 2 })).rejects.toMatchObject({
        code: 'catalog_restarted',
      })
    const cursor = Buffer.from('2 01890000-0000-7000-8000-000000000001').toString('base64url')
    await expect(page(storefront, { order: 'changed', cursor })).rejects.toMatchObject({
      code: 'catalog_restarted',
    })
    expect(await page('never-used')).toMatchObject({ catalog_version: 0, products: [], next_cursor: null })
  })

  test('of another list, or with a cursor that is none, is refused', async () => {
    const storefront = await storefrontWith(named('a'), named('b', { variants: [] }))
    const { next_cursor: cursor } = await page(storefront, { limit: 1 })
    expect(cursor).not.toBeNull()
    for (const query of [{ cursor, order: 'changed' as const }, { cursor: 'x' }, { cursor: 'PQA' }])
      await expect(page(storefront, query)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('of a storefront that has moved is unavailable', async () => {
    const storefront = await storefrontWith(named('a'))
    await tested.writer.query(
      `insert into storefront_moves (storefront_id, move_id, state, started_at) values ($1, gen_random_uuid(), 'moved', now())`,
      [storefront],
    )
    await expect(page(storefront)).rejects.toMatchObject({ code: 'unavailable' })
  })
})
