import { once } from 'node:events'
import { jest } from '@jest/globals'
import { Pool } from 'pg'
import { allColumns } from '@catalog/catalog'
import { planOf, planOfNew } from '@catalog/preview/testing'
import {
  describeCatalog,
  openSnapshot,
  readProducts,
} from '../../../services/export-service/src/catalog.sql.ts'
import { readStoredPage } from '../../../services/export-service/src/product-page.sql.ts'
import { reasonAgainstWorkbook } from '../../../services/export-service/src/workbook-limits.sql.ts'
import { noFilters } from '../../../services/export-service/src/testing/no-filters.ts'
import { lockStorefront } from '../../../services/import-service/src/catalog/storefront-locks.sql.ts'
import * as catalogWrites from '../../../services/import-service/src/catalog/write.sql.ts'
import { eraseStorefront } from '../../../services/import-service/src/operations/erasure/erase-storefront.ts'
import { syncRows } from '../../../services/import-service/src/operations/moving/sync-rows.ts'
import { findTables } from '../../../services/import-service/src/operations/moving/tables.sql.ts'
import { applyPlan } from '../../../services/import-service/src/runs/apply.ts'
import { storeDraft } from '../../../services/import-service/src/testing/stored-drafts.ts'
import { connectDatabase } from '../../../services/import-service/src/postgres/database.ts'
import type { Connection } from '../../../services/import-service/src/postgres/database.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { statementsOfImportService } from './sql-statements.ts'

export interface ReadStatement {
  /** Of the function that runs it, or of what it is a part of. */
  name: string
  /** With `$1`, `$2` … for its parameters. */
  text: string
  /** Whether the parameter of that number is the storefront that the statement is for. */
  isStorefront: (parameter: number) => boolean
}

/** Every statement of import-service that is written as a template. */
export function writtenStatements(): ReadStatement[] {
  return statementsOfImportService().map(({ name, text, parameters }) => ({
    name,
    text,
    isStorefront: (number) => /^(\w+\.)?storefrontId$/.test(parameters[number - 1] ?? ''),
  }))
}

/** Those that are put together when they are sent: what writes or compares the catalog's rows in bulk, or writes a draft. */
export async function bulkWrites({ url }: TestDatabase): Promise<ReadStatement[]> {
  await using connection = connectDatabase(url)
  const sent = listen(connection, 'bulk write', /^\s*(insert|update|select o)/)
  const plan = planOfNew(2, { images: 2 })
  const { products, images, variants } = plan
  // The stock of one of two changes.
  Object.assign(variants.adds[0] ?? {}, { before: { inventoryQuantity: 1 } })
  const again = planOf({
    touched: products.adds.map(({ productId }) => ({ productId, version: 1 })),
    products: { updates: products.adds },
    variants: { updates: variants.adds },
    images: { updates: images.adds },
  })
  await connection.database.transaction(async (transaction) => {
    await lockStorefront(transaction, storefront, new Date())
    for (const each of [plan, again]) await applyPlan(transaction, storefront, each, [])
    await catalogWrites.findUnequal(transaction, catalogWrites.imageTable, storefront, images.adds)
  })
  await storeDraft({ database: connection.database, now: () => new Date() }, storefront, planOfNew(1))
  return sent
}

/** Those that erase a storefront. */
export async function erasures({ url }: TestDatabase): Promise<ReadStatement[]> {
  await using connection = connectDatabase(url)
  const sent = listen(connection, 'erasure', /^\s*(delete|with deleted|select count)/)
  const context = {
    database: connection.database,
    eraseObjects: () => Promise.resolve(0),
    now: () => new Date(),
    wait: () => Promise.resolve(),
    report: () => {},
  }
  await eraseStorefront(context, storefront)
  return sent
}

/** Those that move a storefront's rows, which come and go at the target. */
export async function moves(): Promise<ReadStatement[]> {
  await using one = await createDatabase()
  await using other = await createDatabase()
  await using source = connectDatabase(one.url)
  await using target = connectDatabase(other.url)
  const { products } = planOfNew(1)
  await source.database.transaction((transaction) =>
    catalogWrites.writeAll(
      transaction,
      catalogWrites.insertRows(catalogWrites.productsAt(1), storefront, products.adds),
    ),
  )
  const wanted = /^\s*(select (count|json|to_json)|insert|with deleted)/
  const sent = [source, target].map((connection) => listen(connection, 'move', wanted))
  const context = {
    source: source.database,
    target: target.database,
    tables: await findTables(source.database),
    hold: () => Promise.resolve(),
    beforeInsert: () => Promise.resolve(),
    report: () => {},
  }
  await syncRows(context, storefront)
  await source.database('products').where({ storefront_id: storefront }).update({ title: 'Another' })
  await syncRows(context, storefront)
  return sent.flat()
}

/** Those of export-service. */
export async function exportStatements(testDatabase: TestDatabase): Promise<ReadStatement[]> {
  const writer = await testDatabase.connect()
  await writer.query(
    `insert into products (storefront_id, product_id, handle, title, description_html, status)
     values ($1, gen_random_uuid(), 'large', 'Large', repeat('a', 60000), 'draft') on conflict do nothing`,
    [storefront],
  )
  const pool = new Pool({ connectionString: testDatabase.readerUrl })
  const client = await pool.connect()
  const query = jest.spyOn(client, 'query')
  try {
    await openSnapshot(client)
    for (const filters of [noFilters, { ...noFilters, ...eachFilter }]) {
      const selection = { storefrontId: storefront, status: 'all', filters } as const
      await describeCatalog(client, selection)
      await reasonAgainstWorkbook(client, selection, allColumns, [])
      for (const isDistributed of [false, true])
        await Array.fromAsync(readProducts(client, selection, { isDistributed }))
    }
    for (const order of ['handle', 'changed'] as const)
      for (const filters of [noFilters, eachFilter])
        await readStoredPage(client, { ...everyProduct, ...filters, order }, undefined)
    const calls: unknown[][] = query.mock.calls
    return calls.map(([first, second]) => {
      const { text, values } = isQuery(first) ? first : { text: String(first), values: second }
      return { name: 'export', text, isStorefront: isBoundIn(values) }
    })
  } finally {
    // The pool's end does not wait for a client that was removed before.
    const removed = once(pool, 'remove')
    client.release(true)
    await pool.end()
    await removed
  }
}

const storefront = 'one'

const eachFilter = {
  handles: ['large'],
  skus: ['A-1'],
  vendors: ['Maker'],
  product_types: ['Tops'],
  tags: ['linen'],
  changed_after: 0,
}

const everyProduct = {
  storefront_id: storefront,
  statuses: [],
  limit: 1,
  cursor: null,
  known_version: null,
  rendition_url: '',
}

function listen({ database }: Connection, name: string, wanted: RegExp): ReadStatement[] {
  const sent: ReadStatement[] = []
  database.on('query', ({ sql: text, bindings }: { sql: string; bindings?: unknown[] }) => {
    if (wanted.test(text)) sent.push({ name, text, isStorefront: isBoundIn(bindings) })
  })
  return sent
}

function isBoundIn(values: unknown): (parameter: number) => boolean {
  return (parameter) => Array.isArray(values) && values[parameter - 1] === storefront
}

function isQuery(value: unknown): value is { text: string; values?: unknown } {
  return typeof value === 'object' && value !== null && 'text' in value
}
