import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { describe, expect, jest, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { Registry } from 'prom-client'
import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import type { ExportFormat, ProductFilters } from '@catalog/contracts'
import { arbitraryCatalog } from '@catalog/catalog/testing'
import { countSpending } from '@catalog/runtime'
import { readFile } from '@catalog/reading'
import { workbookCsv } from '@catalog/reading/split/workbook'
import { connected } from '../../../test/support/database.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { insertProducts } from './testing/insert-products.ts'
import { noFilters } from './testing/no-filters.ts'
import { readZip } from './testing/read-zip.ts'
import { plain, shirt } from './testing/sample-products.ts'
import { useDatabase } from './testing/use-database.ts'
import { exportCatalog } from './export-catalog.ts'
import { createExportMetrics } from './metrics.ts'
import { readAheadWithin } from './read-ahead.ts'
import rowsOfTheFormat from './testing/rows-of-the-format.json' with { type: 'json' }

const tested = await useDatabase()
let registry: Registry
let storefronts = 0

const statuses = ['all', 'active', 'draft', 'archived'] as const
const catalogs = arbitraryCatalog({ maxProducts: 12 }).filter((products) => products.length > 0)

describe('the file', () => {
  test('has the rows of csv-format.md, product cells on the first of each product', async () => {
    const storefront = await storefrontWith(shirt, plain)
    const { head, text } = await readExport(storefront)
    expect(head).toEqual({ product_count: 2, catalog_version: 0, format: 'csv' })
    expect(text.startsWith('\uFEFFhandle,title,description_html,')).toBe(true)
    expect(text).toContain('"<p>a ""b"", c</p>",Maker,Top,"a, b",active,')
    const [header = [], ...rows]: string[][] = parse(text, { bom: true })
    const filled = rows.map((cells) => {
      const named = header.map((name, index): [string, string] => [name, cells[index] ?? ''])
      return Object.fromEntries(named.filter(([, cell]) => cell !== ''))
    })
    expect(filled).toEqual(rowsOfTheFormat)
  })

  test("is byte for byte the canonical writer's output for any catalog that the model allows", async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, async (products) => {
        const storefront = await storefrontWith(...products)
        const { bytes } = await readExport(storefront)
        expect(bytes.equals(expectedFile(products))).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  test('is the same across batches: by handle, each product once, its rows together', async () => {
    const products = Array.from({ length: 523 }, (_, index) => ({
      ...shirt,
      handle: `p-${(index * 7) % 523}`,
    }))
    const storefront = await storefrontWith(...products.map(withoutSkus))
    const { head, bytes } = await readExport(storefront)
    expect(head.product_count).toBe(523)
    expect(bytes.equals(expectedFile(products.map(withoutSkus)))).toBe(true)
  })

  test('is the same with a product that is read in parts, and with more metadata than a file may have', async () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => `key-${index}`)
    const products: Product[] = [
      { ...plain, metadata: Object.fromEntries(keys.slice(0, 1_000).map((key) => [key, `=${key}, `])) },
      {
        ...withoutSkus(shirt),
        handle: 'large',
        metadata: { 'key-17': '' },
        variants: Array.from({ length: 777 }, () => ({ ...withoutSkus(shirt).variants[0]!, barcode: '-1' })),
      },
      { ...shirt, metadata: Object.fromEntries(keys.slice(1_000).map((key) => [key, key])) },
    ]
    const { bytes } = await readExport(await storefrontWith(...products))
    expect(bytes.equals(expectedFile(products))).toBe(true)
  })

  test('has one column for each metadata key of the products in it, sorted', async () => {
    const storefront = await storefrontWith(
      { ...plain, handle: 'a', status: 'active', metadata: { zinc: '1', care: 'wash, cold' } },
      { ...plain, handle: 'b', status: 'active', metadata: { 'b-2': '=x', care: '' } },
      { ...plain, handle: 'c', status: 'draft', metadata: { hidden: 'no' } },
    )
    const { text } = await readExport(storefront, 'active')
    expect(text.split('\r\n')[0]?.endsWith(',image_alt,metadata.b-2,metadata.care,metadata.zinc')).toBe(true)
    expect(text.split('\r\n')[1]?.endsWith(',,"wash, cold",1')).toBe(true)
    expect(text.split('\r\n')[2]?.endsWith(`,'=x,,`)).toBe(true)
  })
})

describe('what is in it', () => {
  test('is what the status filter selects', async () => {
    const storefront = await storefrontWith(
      { ...plain, handle: 'a', status: 'active' },
      { ...plain, handle: 'b', status: 'draft' },
      { ...plain, handle: 'c', status: 'archived' },
      { ...plain, handle: 'd', status: 'active' },
    )
    for (const [status, handles] of [
      ['all', ['a', 'b', 'c', 'd']],
      ['active', ['a', 'd']],
      ['draft', ['b']],
      ['archived', ['c']],
    ] as const) {
      const { head, text } = await readExport(storefront, status)
      expect(handlesOf(text)).toEqual(handles)
      expect(head.product_count).toBe(handles.length)
    }
  })

  test('is what the filters select, with the metadata of these products, and empty_catalog if nothing matches', async () => {
    const storefront = await storefrontWith(
      { ...plain, handle: 'a', vendor: 'One', tags: ['new', 'red'], metadata: { fit: 'slim' } },
      { ...plain, handle: 'b', vendor: 'Two', tags: ['red'], productType: 'Cup', metadata: { care: 'cold' } },
      { ...shirt, handle: 'c', vendor: 'One', tags: [], metadata: {} },
    )
    await storeSummary(storefront)
    await tested.writer.query('update storefront_locks set catalog_version = 7 where storefront_id = $1', [
      storefront,
    ])
    await tested.writer.query(
      `update products set catalog_version = 7 where storefront_id = $1 and handle = 'b'`,
      [storefront],
    )
    const of = (filters: Partial<ProductFilters>) =>
      readExport(storefront, 'all', undefined, 'csv', filters).then(({ head, text }) => {
        expect(head.product_count).toBe(new Set(handlesOf(text)).size)
        return [...new Set(handlesOf(text)), ...(text.split('\r\n')[0]?.match(/metadata\.\w+/g) ?? [])]
      })
    expect(await of({ vendors: ['One'] })).toEqual(['a', 'c', 'metadata.fit'])
    expect(await of({ tags: ['red'], product_types: ['Cup', 'Mug'] })).toEqual(['b', 'metadata.care'])
    expect(await of({ handles: ['a', 'c', 'x'], skus: [shirt.variants[0]!.sku] })).toEqual(['c'])
    expect(await of({ changed_after: 6 })).toEqual(['b', 'metadata.care'])
    await expect(of({ changed_after: 7 })).rejects.toMatchObject({ code: 'empty_catalog' })
    await expect(of({ changed_after: 8 })).rejects.toMatchObject({ code: 'catalog_restarted' })
    expect(await openTransactions()).toBe(0)
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'failed' })).toBe(0)
  })

  test('has the columns that are chosen, and is empty_catalog without custom fields if only these are', async () => {
    const storefront = await storefrontWith({ ...shirt, metadata: { care: 'cold' } }, plain)
    const of = (columns: string[], choices: Partial<ProductFilters> = {}) =>
      readExport(storefront, 'all', undefined, 'csv', { columns, ...choices }).then(({ text }) =>
        text.replace('\uFEFF', '').split('\r\n').slice(0, -1),
      )
    expect(await of(['title'])).toEqual(['handle,title', `${plain.handle},'${plain.title}`, 'shirt,Shirt'])
    expect(await of(['metadata.*'])).toEqual(['handle,metadata.care', `${plain.handle},`, 'shirt,cold'])
    await expect(of(['metadata.*'], { handles: [plain.handle] })).rejects.toMatchObject({
      code: 'empty_catalog',
      message: expect.stringContaining('custom field'),
    })
    await expect(of(['handle'])).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await openTransactions()).toBe(0)
  })

  test('is never another storefront’s (INV-14)', async () => {
    const ours = await storefrontWith({ ...plain, handle: 'ours', metadata: { mine: '1' } })
    await storefrontWith({ ...plain, handle: 'theirs', metadata: { secret: '2' } }, shirt)
    const { head, text } = await readExport(ours)
    expect(head.product_count).toBe(1)
    expect(handlesOf(text)).toEqual(['ours'])
    expect(text).not.toContain('secret')
  })

  test.each([
    ['behind its head', false],
    ['while it is read', true],
  ])('is a snapshot of the catalog, whatever changes %s', async (_when, isBegun) => {
    const products = Array.from({ length: 450 }, (_, index) => ({ ...plain, handle: `p-${1000 + index}` }))
    const storefront = await storefrontWith(...products)
    const { head, body } = await start(storefront)
    const first = isBegun ? await body.next() : undefined

    await tested.writer.query(
      `update products set title = 'changed', metadata = '{"new": "1"}' where storefront_id = $1`,
      [storefront],
    )
    await tested.writer.query(`update variants set price = 99 where storefront_id = $1`, [storefront])
    await insertProducts(tested.writer, storefront, [{ ...plain, handle: 'p-1999' }])
    await tested.writer.query(`delete from variants where storefront_id = $1`, [storefront])

    expect(head.product_count).toBe(450)
    const bytes = Buffer.concat([first?.value ?? Buffer.alloc(0), await collect(body)])
    expect(bytes.equals(expectedFile(products))).toBe(true)
    const { head: later, text } = await readExport(storefront)
    expect(later.product_count).toBe(451)
    expect(text).toContain('changed')
  })

  test.each([
    ['all', 'no products yet'],
    ['active', 'is active'],
    ['draft', 'is a draft'],
    ['archived', 'is archived'],
  ] as const)('is refused as empty_catalog if nothing matches %s', async (status, words) => {
    const other = status === 'draft' ? 'active' : 'draft'
    const storefront =
      status === 'all' ? await storefrontWith() : await storefrontWith({ ...plain, status: other })
    await expect(start(storefront, status)).rejects.toMatchObject({
      code: 'empty_catalog',
      message: expect.stringContaining(words),
    })
    await waitFor('the transaction to end', async () => (await openTransactions()) === 0)
  })
})

describe('what import-service stores of a catalog', () => {
  test('changes no byte of an export of any catalog and status', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, fc.constantFrom(...statuses), async (products, status) => {
        const storefront = await storefrontWith(...products)
        const read = () => readExport(storefront, status).catch((error: unknown) => String(error))
        const collected = await read()
        await storeSummary(storefront)
        expect(await read()).toEqual(collected)
      }),
      { numRuns: 12 },
    )
  })

  test('is believed, until the catalog is changed without it', async () => {
    const storefront = await storefrontWith({ ...plain, metadata: { care: 'wash' } })
    await storeSummary(storefront)
    await tested.writer.query('update storefront_locks set draft_count = 7 where storefront_id = $1', [
      storefront,
    ])
    expect((await readExport(storefront)).head.product_count).toBe(7)
    await tested.writer.query(`update products set metadata = '{"fit": "slim"}' where storefront_id = $1`, [
      storefront,
    ])
    await tested.writer.query('update storefront_locks set locked_at = now() where storefront_id = $1', [
      storefront,
    ])
    const { head, text } = await readExport(storefront)
    expect(head.product_count).toBe(1)
    expect(text.split('\r\n')[0]?.endsWith(',image_alt,metadata.fit')).toBe(true)
  })
})

describe('an archive', () => {
  test('has the same rows in parts that can each be imported', async () => {
    const products = Array.from({ length: 5_003 }, (_, index) => ({
      ...plain,
      handle: `p-${10_000 + index}`,
    }))
    const storefront = await storefrontWith(...products)
    const { head, bytes } = await readExport(storefront, 'draft', undefined, 'zip')
    expect(head).toEqual({ product_count: 5_003, catalog_version: 0, format: 'zip' })
    const files = await readZip(bytes)
    expect(files.map(({ name }) => name)).toEqual(['catalog-draft-001.csv', 'catalog-draft-002.csv'])
    expect(files.map((file) => file.bytes)).toEqual([
      expectedFile(products.slice(0, 5_000)),
      expectedFile(products.slice(5_000)),
    ])
    expect(await metric('catalog_export_bytes_total')).toBe(
      files.reduce((sum, file) => sum + file.bytes.length, 0),
    )
    expect(await openTransactions()).toBe(0)
  })

  test('frees the connection if the reader aborts in the middle', async () => {
    const storefront = await storefrontWith(...manyProducts)
    const { body } = await start(storefront, 'all', undefined, 'zip')
    await body.next()
    await body.return?.()
    await waitFor('the transaction to end', async () => (await openTransactions()) === 0)
    expect((await readExport(storefront)).head.product_count).toBe(manyProducts.length)
  })
})

describe('a workbook', () => {
  test('has the rows and cells of the CSV, for any catalog that the model allows', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, async (products) => {
        const storefront = await storefrontWith(...products)
        const [csv, xlsx] = [await readExport(storefront), await readWorkbook(storefront)]
        expect(xlsx.head).toEqual({ ...csv.head, format: 'xlsx' })
        expect(xlsx.rows).toEqual(parse(csv.text, { bom: true }))
        const [ofCsv, ofXlsx] = [await readFile(csv.bytes), await readFile(xlsx.bytes)]
        expect(ofXlsx.table.rows).toEqual(ofCsv.table.rows)
        expect(ofXlsx.warnings).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('is the same with a product that is read in parts, with some columns, and with some products', async () => {
    const products = [
      { ...shirt, metadata: { care: '=cold', '0': ' a ' } },
      ...manyProducts,
      { ...plain, handle: 'z', variants: Array.from({ length: 777 }, () => plain.variants[0]!) },
    ]
    const storefront = await storefrontWith(...products)
    for (const choices of [{}, { columns: ['title', 'metadata.*'] }, { handles: ['shirt', 'z'] }]) {
      const { text } = await readExport(storefront, 'all', undefined, 'csv', choices)
      expect((await readWorkbook(storefront, choices)).rows).toEqual(parse(text, { bom: true }))
    }
    expect(await openTransactions()).toBe(0)
  })

  const long = 32_767
  test.each<[string, Partial<Product>, string]>([
    ['characters', { descriptionHtml: 'é'.repeat(long + 1) }, 'é'],
    ['characters that are two units', { descriptionHtml: '中'.repeat(long - 2) + '😀'.repeat(2) }, '中'],
    ['tags', { tags: Array.from({ length: 130 }, (_, n) => `${n}-${'a'.repeat(251)}`) }, '0-'],
  ])('is refused at once where a cell has too many %s, and names it', async (_what, fields) => {
    const storefront = await storefrontWith(shirt, { ...plain, handle: 'long', ...fields })
    const column = fields.tags === undefined ? 'description_html' : 'tags'
    await expect(readWorkbook(storefront)).rejects.toMatchObject({
      code: 'too_large_for_workbook',
      message: expect.stringContaining(`The ${column} of “long” is longer`),
    })
    expect(await openTransactions()).toBe(0)
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'refused' })).toBe(1)
    expect((await readWorkbook(storefront, { columns: ['title'] })).rows).toHaveLength(3)
    expect((await readExport(storefront)).head.product_count).toBe(2)
  })

  test('has the longest texts that a cell can hold, and is aborted where only the guard makes one longer', async () => {
    const texts = ['é'.repeat(long), '中'.repeat(long - 2) + '😀', `=${'a'.repeat(long - 2)}`]
    const fitting = texts.map((text, index) => ({ ...plain, handle: `p-${index}`, descriptionHtml: text }))
    const storefront = await storefrontWith(...fitting)
    const { rows } = await readWorkbook(storefront)
    expect(rows.slice(1).map(([, , description]) => description)).toEqual([
      texts[0],
      texts[1],
      `'${texts[2]}`,
    ])
    await insertProducts(tested.writer, storefront, [
      { ...plain, handle: 'p-9', descriptionHtml: `=${'a'.repeat(long - 1)}` },
    ])
    const { body } = await start(storefront, 'all', undefined, 'xlsx')
    await expect(collect(body)).rejects.toMatchObject({ code: 'too_large_for_workbook' })
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'failed' })).toBe(1)
  })
})

test('what its statements take until the first byte is counted', async () => {
  const storefront = await storefrontWith(shirt)
  const { sql } = await countSpending(async (spent) => {
    await readExport(storefront)
    return spent
  })
  expect(sql).toBeGreaterThan(0)
})

describe('its end', () => {
  test('writes catalog_exported once the reader has everything, and not before (TEL-3)', async () => {
    const storefront = await storefrontWith(shirt, plain)
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      const { body, completed } = await start(storefront, 'active')
      await collect(body)
      expect(written).not.toHaveBeenCalled()
      completed()
      expect(written).toHaveBeenCalledTimes(1)
      expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toEqual({
        severity: 'INFO',
        time: expect.any(String),
        logger: 'telemetry',
        event: 'catalog_exported',
        storefront_id: storefront,
        status_filter: 'active',
        product_count: 1,
        duration_ms: expect.any(Number),
      })
    } finally {
      written.mockRestore()
    }
  })

  test('frees the connection if the reader aborts before the first byte', async () => {
    const storefront = await storefrontWith(...manyProducts)
    const { body } = await start(storefront)
    expect(await openTransactions()).toBe(1)
    await body.return?.()
    await waitFor('the transaction to end', async () => (await openTransactions()) === 0)
    expect((await readExport(storefront)).head.product_count).toBe(manyProducts.length)
  })

  test('frees the connection if the reader aborts in the middle, with a batch on its way', async () => {
    const storefront = await storefrontWith(...manyProducts)
    const { body } = await start(storefront)
    await body.next()
    const pending = body.next()
    await body.return?.()
    await pending.catch(() => undefined)
    await waitFor('the transaction to end', async () => (await openTransactions()) === 0)
    expect(await metric('catalog_exports_in_flight')).toBe(0)
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'cut' })).toBe(1)
    expect((await readExport(storefront)).head.product_count).toBe(manyProducts.length)
  })

  test('frees the connection before the reader has read everything, and still delivers it', async () => {
    const [slow, quick] = [await storefrontWith(...manyProducts), await storefrontWith(plain)]
    const { body } = await start(slow, 'all', aheadWithin(1_000_000))
    const metricsOfSlow = registry
    expect((await readExport(quick)).head.product_count).toBe(1)
    registry = metricsOfSlow
    expect(await metric('catalog_export_connections')).toBe(0)
    expect(await metric('catalog_exports_in_flight')).toBe(1)
    expect((await collect(body)).equals(expectedFile(manyProducts))).toBe(true)
  })

  test.each([
    ['the file', 'csv', 1],
    ['the archive', 'zip', 0],
    ['the workbook', 'xlsx', 1],
  ] as const)(
    'is an error in the body of %s if the database connection breaks, and the next export works',
    async (_what, format, chunks) => {
      const storefront = await storefrontWith(...manyProducts)
      const { body } = await start(storefront, 'all', undefined, format)
      for (let chunk = 0; chunk < chunks; chunk += 1) await body.next()
      await terminateExports()
      await expect(collect(body)).rejects.toThrow()
      expect(await metric('catalog_exports_in_flight')).toBe(0)
      expect(await metric('catalog_export_duration_seconds_count', { outcome: 'failed' })).toBe(1)
      expect((await readExport(storefront)).head.product_count).toBe(manyProducts.length)
    },
  )

  test('frees the connection where the database breaks off and nobody asks for more', async () => {
    const storefront = await storefrontWith(...manyProducts)
    const { body } = await start(storefront)
    await body.next()
    await terminateExports()
    const broken = registry
    expect((await readExport(storefront)).head.product_count).toBe(manyProducts.length)
    registry = broken
    expect(await metric('catalog_exports_in_flight')).toBe(0)
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'failed' })).toBe(1)
    await expect(collect(body)).rejects.toThrow()
  })

  test('is unavailable where the database breaks off before its first byte', async () => {
    const storefront = await storefrontWith(shirt)
    await connected(tested.url, async (lock) => {
      await lock.query('begin; lock table products')
      const beginning = Promise.allSettled([start(storefront)])
      await waitFor('the export to wait for the lock', async () => {
        return (await terminateExports("wait_event_type = 'Lock'")) === 1
      })
      expect(await beginning).toMatchObject([
        { status: 'rejected', reason: { code: 'unavailable', retryAfterS: 5 } },
      ])
    })
    expect((await readExport(storefront)).head.product_count).toBe(1)
  })

  test('is counted: bytes, outcome, nothing in flight', async () => {
    const storefront = await storefrontWith(shirt)
    const { bytes } = await readExport(storefront)
    expect(await metric('catalog_export_bytes_total')).toBe(bytes.length)
    expect(await metric('catalog_exports_in_flight')).toBe(0)
    expect(await metric('catalog_export_duration_seconds_count', { outcome: 'completed' })).toBe(1)
  })
})

/** Several chunks. */
const manyProducts = Array.from({ length: 1_000 }, (_, index) => ({
  ...plain,
  handle: `p-${index}`,
  // An archive of them is not small.
  descriptionHtml: [1, 2, 3, 4]
    .map((n) => createHash('sha512').update(`${index} ${n}`).digest('hex'))
    .join(''),
}))

function withoutSkus(product: Product): Product {
  return { ...product, variants: product.variants.map((variant) => ({ ...variant, sku: '' })) }
}

async function storefrontWith(...products: Product[]): Promise<string> {
  storefronts += 1
  const storefront = `storefront-${storefronts}`
  await insertProducts(tested.writer, storefront, products)
  return storefront
}

/** As the apply does. */
async function storeSummary(storefront: string): Promise<void> {
  await tested.writer.query(
    `insert into storefront_locks (
       storefront_id, locked_at, summarized_at, active_count, draft_count, archived_count
     )
     select $1, t, t, count(*) filter (where status = 'active'), count(*) filter (where status = 'draft'),
       count(*) filter (where status = 'archived')
     from products, (select now() - interval '1 day' as t) as time
     where storefront_id = $1
     group by t`,
    [storefront],
  )
  await tested.writer.query(
    `insert into metadata_keys (storefront_id, status, key, product_count)
     select $1, status, key, count(*) from products, jsonb_object_keys(metadata) as key
     where storefront_id = $1
     group by status, key`,
    [storefront],
  )
}

/** Nothing is read ahead, so that the export stays in the database until all is read. */
function start(
  storefront: string,
  status: 'all' | 'active' | 'draft' | 'archived' = 'all',
  readAhead = aheadWithin(0),
  format: ExportFormat = 'csv',
  choices: Partial<ProductFilters & { columns: string[] }> = {},
) {
  registry = new Registry()
  const context = { database: tested.database, metrics: createExportMetrics(registry), readAhead }
  return exportCatalog(context, {
    storefront_id: storefront,
    status,
    format,
    columns: null,
    ...noFilters,
    ...choices,
  })
}

function aheadWithin(memoryBytes: number) {
  const limits = { memoryBytes, diskBytes: 0, patienceMs: 0 }
  return readAheadWithin(limits, { folder: tmpdir(), isAnyoneKeptOut: () => false })
}

async function readExport(...selection: Parameters<typeof start>) {
  const { head, body } = await start(...selection)
  const bytes = await collect(body)
  return { head, bytes, text: bytes.toString() }
}

/** The cells of the sheet as they are stored in it, and the bytes. */
async function readWorkbook(storefront: string, choices: Parameters<typeof start>[4] = {}) {
  const { head, bytes } = await readExport(storefront, 'all', undefined, 'xlsx', choices)
  const csv = await collect(workbookCsv(new Uint8Array(bytes)))
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true })
  const width = rows[0]?.length ?? 0
  const padded = rows.map((row) => row.concat(Array<string>(width - row.length).fill('')))
  return { head, bytes, rows: padded }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(body))
}

function expectedFile(products: Product[]): Buffer {
  const ordered = products.toSorted((a, b) => Buffer.compare(Buffer.from(a.handle), Buffer.from(b.handle)))
  const keys = [...new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))].sort()
  const rows = ordered.flatMap((product) => productToRows(product, keys))
  return Buffer.from(writeCsv([canonicalHeader(keys), ...rows]))
}

function handlesOf(text: string): string[] {
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice(0, line.indexOf(',')))
}

async function openTransactions(): Promise<number> {
  const { rows } = await tested.writer.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'export-service' and xact_start is not null`,
  )
  return rows[0]?.count ?? 0
}

async function metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const metrics = await registry.getMetricsAsJSON()
  const values = metrics.flatMap(
    (each) => each.values as { metricName?: string; labels: object; value: number }[],
  )
  const named =
    metrics.find((each) => each.name === name)?.values ?? values.filter((one) => one.metricName === name)
  return named.find((one) =>
    Object.entries(labels).every(([key, value]) => Reflect.get(one.labels, key) === value),
  )?.value
}

/** Ends the sessions of exports that match the condition; returns their number. */
async function terminateExports(condition = 'true'): Promise<number | null> {
  const { rowCount } = await tested.writer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'export-service' and ${condition}`,
  )
  return rowCount
}
