import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { createDatabase } from '../support/database.ts'
import { disposeAfterAll } from '../support/dispose-after-all.ts'
import { bulkWrites, erasures, exportStatements, moves, writtenStatements } from './support/all-statements.ts'
import type { ReadStatement } from './support/all-statements.ts'
import { ourTables } from './support/our-tables.ts'
import { unboundTables } from './support/unbound-tables.ts'

/** Requirements for distributing the tables over servers by storefront_id (capacity.md). */

const undo = disposeAfterAll()
const testDatabase = undo.use(await createDatabase())
const database = await testDatabase.connect()

const runbook = readFileSync(new URL('../../deploy/runbooks/capacity.md', import.meta.url), 'utf8')

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

  test('no foreign key has a check for each row that an apply writes', async () => {
    expect(
      await namesOf(
        `select conname as name from pg_constraint where contype = 'f' and conrelid in (select t.oid ${own})`,
      ),
    ).toEqual([])
  })

  test('the runbook distributes every table', async () => {
    const calls = runbook.matchAll(
      /^ *select create_distributed_table\('(\w+)', 'storefront_id'(?:, colocate_with => 'products')?\);$/gm,
    )
    const distributed = [...calls].map(([, table = '']) => table)
    expect(distributed.toSorted()).toEqual(await namesOf(`select t.relname as name ${own} order by 1`))
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
      'import_runs_by_image_phase',
      'import_runs_with_images',
      'run_images_due',
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

/** The statements that access rows of several storefronts, each with its reason. */
const acrossStorefronts: Record<string, string> = {
  findFetchingRuns: 'recovery at the start',
  findOverdueRuns: 'the watch for overdue runs',
  findUnreportedRuns: 'the watch for events that were not written',
  findDraftsWithApplies: 'the same',
  findExpiredDrafts: 'the sweep, at each upload',
  findExpiredCancellations: 'the same',
  findExpiredKeys: 'the same',
  findRequested: 'recovery at the start',
  countRequested: 'the window of the image queue, which is one for all',
  findFetchingStorefronts: 'shares of the time of workers: whose images come next',
  hadShortImages: 'the same',
  findDueStorefronts: 'the same',
  findDueImages: 'the same',
  countHeldLonger: 'the four workers, which are for all: whose images have kept theirs for longest',
  findImagesToRequest: 'the same: some images of each of several storefronts',
  findLost: 'recovery of requests that were lost',
  countPendingImages: 'two gauges',
  findUncounted: 'the total that they read',
  findOldestImagePhase: 'a gauge',
  findStorefronts: 'the check of an installation, one storefront after the other',
  sumPendingImages: 'the same',
  findKnownStorefronts: 'the same: of some that have objects, those that the database knows',
}

describe('of the statements', () => {
  const statements = writtenStatements()

  test('all are looked at: nothing reaches the database but by the functions that are read here', () => {
    expect(statements.length).toBeGreaterThan(45)
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const sources = globSync('services/{import,export}-service/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\/|\/migrat/.test(file),
    )
    const filesWith = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8'))).toSorted()
    expect(filesWith(/\b(database|transaction|connection|client|pool|probe)\.(raw|query)\b/)).toEqual([
      // Its statements are checked below; begin and fetch have no table.
      'services/export-service/src/catalog.sql.ts',
      // select 1
      'services/export-service/src/database.ts',
      // commit
      'services/export-service/src/export-catalog.ts',
      // As of catalog.sql.ts.
      'services/export-service/src/large-product.sql.ts',
      // As of catalog.sql.ts.
      'services/export-service/src/product-page.sql.ts',
      'services/export-service/src/workbook-limits.sql.ts',
      // Parts of the functions.
      'services/import-service/src/postgres/database.ts',
    ])
    expect(filesWith(/^\s+text: `/m)).toEqual([
      // As above.
      'services/export-service/src/product-page.sql.ts',
      'services/import-service/src/catalog/write.sql.ts',
      'services/import-service/src/drafts/write-drafts.sql.ts',
      'services/import-service/src/operations/erasure/erasure.sql.ts',
      // Who else is connected.
      'services/import-service/src/operations/moving/moves.sql.ts',
      'services/import-service/src/operations/moving/rows.sql.ts',
      // The catalog of the server.
      'services/import-service/src/operations/moving/tables.sql.ts',
    ])
  })

  test('of import-service each keeps to the storefront that it is given, but for those that are named here', async () => {
    const crossing = new Set<string>()
    for (const statement of statements)
      if ((await unboundOf(statement)).length > 0) crossing.add(statement.name)
    expect([...crossing].toSorted()).toEqual(Object.keys(acrossStorefronts).toSorted())
    expect(runbook).toContain('more than one storefront are twenty-two')
    expect(crossing.size).toBe(22)
  })

  test('those that are put together when they are sent do too', async () => {
    const writes = await bulkWrites(testDatabase)
    // Of an apply of new rows and one of changed rows, a comparison, and a draft.
    expect(writes).toHaveLength(15)
    for (const statement of writes) expect(await unboundOf(statement)).toEqual([])
  })

  test('those that erase a storefront do too', async () => {
    const deletions = await erasures(testDatabase)
    expect(deletions.length).toBeGreaterThanOrEqual(2 * ourTables.size)
    for (const statement of deletions) expect(await unboundOf(statement)).toEqual([])
  })

  test('those that move a storefront do too', async () => {
    const moving = await moves()
    expect(moving.length).toBeGreaterThanOrEqual(4 * ourTables.size)
    for (const statement of moving)
      expect([statement.text, await unboundOf(statement)]).toEqual([statement.text, []])
  })

  test('those of export-service do too (INV-14)', async () => {
    const reading = (await exportStatements(testDatabase)).filter(({ text }) => /from \w+\s+where/.test(text))
    // The catalog's description and its products by cursor and by page, each with and without filters, whether they fit into a workbook, and the three
    // parts of a large product; and a page of products in four ways.
    expect(new Set(reading.map(({ text }) => text)).size).toBe(15)
    for (const statement of reading) expect(await unboundOf(statement)).toEqual([])
  })
})

function unboundOf({ text, isStorefront }: ReadStatement): Promise<string[]> {
  return unboundTables(text, ourTables, isStorefront)
}
