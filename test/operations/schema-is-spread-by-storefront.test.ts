import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { Client, Pool } from 'pg'
import { describeCatalog, openSnapshot, readProducts } from '../../services/export-service/src/catalog.sql.ts'
import * as catalogWrites from '../../services/import-service/src/catalog/write.sql.ts'
import { eraseStorefront } from '../../services/import-service/src/erasure/erase-storefront.ts'
import { connectDatabase } from '../../services/import-service/src/postgres/database.ts'
import { planOfNew } from '../../services/import-service/src/testing/stored-drafts.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { statementsOfImportService } from './support/sql-statements.ts'
import { unboundTables } from './support/unbound-tables.ts'

/** What spreading the tables over servers by storefront_id needs (capacity.md). */

let testDatabase: TestDatabase
let database: Client
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = new Client({ connectionString: testDatabase.url })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await testDatabase?.[Symbol.asyncDispose]()
})

const own = `
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'public' and t.relkind = 'r' and t.relname not like 'schema_migrations%'`

async function namesOf(query: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(query)
  return rows.map(({ name }) => name)
}

describe('in the schema', () => {
  test('every table has a storefront_id that is never null, first in its primary key', async () => {
    const tables = await namesOf(`select t.relname as name ${own} order by 1`)
    expect(tables.length).toBeGreaterThanOrEqual(8)
    const keyed = await namesOf(`
      select t.relname as name ${own} and exists (
        select from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
        where i.indrelid = t.oid and i.indisprimary and a.attname = 'storefront_id' and a.attnotnull
      ) order by 1`)
    expect(keyed).toEqual(tables)
  })

  test('every unique key leads with storefront_id', async () => {
    const others = await namesOf(`
      select i.indexrelid::regclass::text as name
      from pg_index i join pg_class t on t.oid = i.indrelid
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid in (select t.oid ${own}) and a.attname is distinct from 'storefront_id'`)
    expect(others).toEqual([])
  })

  test('every foreign key goes from storefront_id to storefront_id, and so stays on its server', async () => {
    const { rows } = await database.query<{ name: string; here: string; there: string }>(`
      select c.conname as name, a.attname as here, b.attname as there
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
      where c.contype = 'f' and c.conrelid in (select t.oid ${own})`)
    expect(rows.length).toBeGreaterThanOrEqual(4)
    for (const { name, here, there } of rows)
      expect([name, here, there]).toEqual([name, 'storefront_id', 'storefront_id'])
  })

  test('other indexes that do not are those of the statements that look at everyone', async () => {
    const others = await namesOf(`
      select i.indexrelid::regclass::text as name
      from pg_index i join pg_class t on t.oid = i.indrelid
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indrelid in (select t.oid ${own}) and a.attname is distinct from 'storefront_id'
      order by 1`)
    expect(others).toEqual([
      'cancelled_drafts_by_expiry',
      'idempotency_keys_by_expiry',
      'import_drafts_by_expiry',
      'run_images_requested',
    ])
  })

  test('no sequence, trigger, or function of ours would have to be one for all servers', async () => {
    expect(
      await namesOf(`
        select relname as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
        where n.nspname = 'public' and relkind = 'S' and relname not like 'schema_migrations%'
        union all select tgname from pg_trigger where not tgisinternal
        union all select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`),
    ).toEqual([])
  })
})

/** The statements that look at more than one storefront's rows, and why they have to. */
const acrossStorefronts: Record<string, string> = {
  findFetchingRuns: 'recovery at the start, and the watch for overdue runs',
  findUnreportedRuns: 'recovery of reports that were not written',
  sweepExpiredDrafts: 'the sweep, at each upload',
  requestAgain: 'recovery at the start',
  countRequested: 'the window of the image queue, which is one for all',
  findFetchingStorefronts: 'round robin of the image queue: whose images come next',
  findDueImages: 'the same',
  countHeldLonger: 'the four workers, which are for all: whose images have kept theirs for longest',
  takeDueImages: 'the same: some images of each of several storefronts',
  markRequested: 'the same',
  requestLostAgain: 'recovery of requests that were lost',
  countPendingImages: 'a gauge',
  countWaitingImages: 'a gauge',
  findOldestImagePhase: 'a gauge',
}

const tables = new Set([
  'products',
  'product_images',
  'variants',
  'import_drafts',
  'import_draft_rows',
  'import_row_blocks',
  'import_run_details',
  'cancelled_drafts',
  'idempotency_keys',
  'column_mappings',
  'storefront_locks',
  'import_runs',
  'run_images',
])

describe('of the statements', () => {
  const statements = statementsOfImportService()

  test('all are looked at: nothing reaches the database but by the functions that are read here', () => {
    expect(statements.length).toBeGreaterThan(45)
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const sources = globSync('services/{import,export}-service/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\/|\/migrat/.test(file),
    )
    const filesWith = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8'))).toSorted()
    expect(filesWith(/\b(database|transaction|connection|client|pool|probe)\.(raw|query)\b/)).toEqual([
      // Its two statements are looked at below; begin and fetch have no table.
      'services/export-service/src/catalog.sql.ts',
      // select 1
      'services/export-service/src/database.ts',
      // commit
      'services/export-service/src/export-catalog.ts',
      // A lock
      'services/import-service/src/images/outbox.sql.ts',
      // What the functions are made of.
      'services/import-service/src/postgres/database.ts',
    ])
    expect(filesWith(/^\s+text: `/m)).toEqual([
      // fetch
      'services/export-service/src/catalog.sql.ts',
      'services/import-service/src/catalog/write.sql.ts',
      'services/import-service/src/erasure/erasure.sql.ts',
    ])
  })

  test('of import-service each keeps to the storefront that it is given, but for those that are named here', async () => {
    const crossing = new Set<string>()
    for (const { name, text, parameters } of statements) {
      const isStorefront = (number: number) => /^(\w+\.)?storefrontId$/.test(parameters[number - 1] ?? '')
      const unbound = await unboundTables(text, tables, isStorefront)
      if (unbound.length > 0) crossing.add(name)
    }
    expect([...crossing].toSorted()).toEqual(Object.keys(acrossStorefronts).toSorted())
    expect(readFileSync(new URL('../../deploy/runbooks/capacity.md', import.meta.url), 'utf8')).toContain(
      'more than one storefront are fourteen',
    )
    expect(crossing.size).toBe(14)
  })

  test('those that write the catalog’s rows in bulk do too', async () => {
    const { imageTable, insertRows, productTable, updateRows, variantTable } = catalogWrites
    await using connection = connectDatabase(testDatabase.url)
    const sent: { sql: string; bindings: unknown[] }[] = []
    connection.database.on('query', (query: { sql: string; bindings?: unknown[] }) => {
      if (/^\s*(insert|update)/.test(query.sql)) sent.push({ sql: query.sql, bindings: query.bindings ?? [] })
    })
    const { products, images, variants } = planOfNew(2, { images: 2 })
    await connection.database.transaction(async (transaction) => {
      for (const write of [insertRows, updateRows]) {
        await write(transaction, productTable, 'one', products.adds)
        await write(transaction, imageTable, 'one', images.adds)
        await write(transaction, variantTable, 'one', variants.adds)
      }
    })
    expect(sent).toHaveLength(6)
    for (const { sql, bindings } of sent)
      expect(await unboundTables(sql, tables, (number) => bindings[number - 1] === 'one')).toEqual([])
  })

  test('those that erase a storefront do too', async () => {
    await using connection = connectDatabase(testDatabase.url)
    const sent: { sql: string; bindings: unknown[] }[] = []
    connection.database.on('query', (query: { sql: string; bindings?: unknown[] }) => {
      if (/^\s*(delete|select count)/.test(query.sql))
        sent.push({ sql: query.sql, bindings: query.bindings ?? [] })
    })
    const context = {
      database: connection.database,
      eraseObjects: () => Promise.resolve(0),
      now: () => new Date(),
      wait: () => Promise.resolve(),
      report: () => {},
    }
    await eraseStorefront(context, 'one')
    expect(sent.length).toBeGreaterThanOrEqual(2 * tables.size)
    for (const { sql, bindings } of sent)
      expect(await unboundTables(sql, tables, (number) => bindings[number - 1] === 'one')).toEqual([])
  })

  test('those of export-service do too (INV-14)', async () => {
    const pool = new Pool({ connectionString: testDatabase.readerUrl })
    const client = await pool.connect()
    const query = jest.spyOn(client, 'query')
    try {
      const selection = { storefrontId: 'one', status: 'all' } as const
      await openSnapshot(client)
      await describeCatalog(client, selection)
      for await (const batch of readProducts(client, selection)) expect(batch.length).toBeGreaterThan(0)
      const calls: unknown[][] = query.mock.calls
      const reading = calls.filter(([text]) => /from products/.test(String(text)))
      expect(reading).toHaveLength(2)
      for (const [text, values] of reading) {
        const isStorefront = (number: number) => Array.isArray(values) && values[number - 1] === 'one'
        expect(await unboundTables(String(text), tables, isStorefront)).toEqual([])
      }
    } finally {
      client.release(true)
      await pool.end()
    }
  })
})
