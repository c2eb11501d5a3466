import type { Client } from 'pg'
import { expect, test } from '@jest/globals'
import { connected, createDatabase } from '../../../../test/support/database.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { migrate } from './migrate.ts'
import { migrations, oldestRelease } from '../migrations/index.ts'

const names = migrations.map((migration) => migration.name)

test('of concurrent migrations, one runs; the others wait and find nothing left to do', async () => {
  await using database = await createDatabase({ migrated: false })
  const ran = await Promise.all([1, 2, 3].map(() => migrate(database.url)))
  expect(ran.sort((a, b) => b.length - a.length)).toEqual([names, [], []])
})

/** Lets the schema lack the migration of an index again; `drop` with the index itself. */
async function forget(client: Client, { drop }: { drop: boolean }): Promise<void> {
  if (drop) await client.query('drop index variants_by_barcode')
  await client.query('delete from schema_migrations where name = $1', [ofIndex])
}

const ofIndex = '042-variants-by-barcode'

const index = `
  select indexrelid, indisvalid from pg_index where indexrelid = to_regclass('variants_by_barcode')`

test('an index is built while others write; one that a killed run has left is built again', async () => {
  await using database = await createDatabase()
  const [writer, other] = [await database.connect(), await database.connect()]
  await forget(other, { drop: true })
  // The build waits for the end of this transaction.
  await writer.query('begin')
  await writer.query('delete from variants')
  const killed = migrate(database.url).catch((error: unknown) => error)
  const builder = await waitFor('the build to wait', async () => {
    const { rows } = await other.query<{ pid: number }>(
      "select pid from pg_stat_activity where query like '%create index concurrently%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()",
    )
    return rows[0]?.pid
  })
  await other.query('delete from variants')
  await other.query('select pg_terminate_backend($1)', [builder])
  expect(await killed).toMatchObject({ code: '57P01' })
  await writer.query('rollback')
  expect((await other.query(index)).rows).toMatchObject([{ indisvalid: false }])

  expect(await migrate(database.url)).toEqual([ofIndex])
  expect((await other.query(index)).rows).toMatchObject([{ indisvalid: true }])
})

test('an index that was built by a run that was killed before it stored that is kept', async () => {
  await using database = await createDatabase()
  const client = await database.connect()
  const { rows } = await client.query(index)
  await forget(client, { drop: false })
  expect(await migrate(database.url)).toEqual([ofIndex])
  expect((await client.query(index)).rows).toEqual(rows)
})

test('an index of a table of an earlier release is built concurrently', () => {
  const ofThisRelease = migrations.filter(
    ({ name, commands }) => name > lastReleased && commands.length === 1,
  )
  const blocking = /^create (?!index concurrently if not exists )(unique )?index/m
  expect(ofThisRelease.filter(({ commands }) => commands.some((command) => blocking.test(command)))).toEqual(
    [],
  )
})

const lastReleased = '007-image-slowness'

test('each migration is stored with the oldest release that works on it, including those of a later release', async () => {
  await using database = await createDatabase()
  const marks = await connected(database.url, async (client) => {
    await client.query(
      "insert into schema_migrations (name, batch, migration_time, oldest_release) values ('999-later', 9, now(), '9.0.0')",
    )
    await migrate(database.url)
    const { rows } = await client.query<{ name: string; oldest_release: string }>(
      'select name, oldest_release from schema_migrations order by name',
    )
    return rows.map((row) => [row.name, row.oldest_release])
  })
  expect(marks).toEqual([...names.map((name) => [name, oldestRelease]), ['999-later', '9.0.0']])
})

test('a schema that is newer than this release is not changed', async () => {
  await using database = await createDatabase()
  await connected(database.url, (client) =>
    client.query(
      "insert into schema_migrations (name, batch, migration_time) values ('999-later', 9, now())",
    ),
  )
  expect(await migrate(database.url)).toEqual([])
})

test('the reader reads the catalog and what is stored of it, nothing else, and writes nothing', async () => {
  await using database = await createDatabase()
  await connected(database.readerUrl, async (client) => {
    for (const table of ['products', 'variants', 'product_images', 'metadata_keys', 'storefront_locks']) {
      expect((await client.query(`select * from ${table} where storefront_id = 'none'`)).rows).toEqual([])
      await expect(client.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
    for (const table of ['import_drafts', 'import_draft_rows', 'import_runs', 'run_images']) {
      await expect(client.query(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

test('every primary and unique key of ours leads with the storefront', async () => {
  await using database = await createDatabase()
  const keys = await connected(database.url, async (client) => {
    const { rows } = await client.query<{ name: string; column: string }>(`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid, 1, true) as column
      from pg_index i
      where i.indisunique and i.indrelid::regclass::text !~ '^(pg_|schema_migrations|information_schema)'
        and (select relnamespace::regnamespace::text from pg_class where oid = i.indrelid) = 'public'`)
    return rows
  })
  expect(keys.length).toBeGreaterThan(12)
  expect(keys.filter(({ column }) => column !== 'storefront_id')).toEqual([])
})
