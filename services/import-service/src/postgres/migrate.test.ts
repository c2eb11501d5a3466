import { Client } from 'pg'
import { expect, test } from '@jest/globals'
import { createDatabase } from '../../../../test/support/database.ts'
import { migrate } from './migrate.ts'
import { migrations, oldestRelease } from '../migrations/index.ts'

const names = migrations.map((migration) => migration.name)

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('of concurrent migrations, one runs; the others wait and find nothing left to do', async () => {
  await using database = await createDatabase({ migrated: false })
  const ran = await Promise.all([1, 2, 3].map(() => migrate(database.url)))
  expect(ran.sort((a, b) => b.length - a.length)).toEqual([names, [], []])
})

test('a migration that was killed does not lock out the next one', async () => {
  await using database = await createDatabase({ migrated: false })
  await migrate(database.url)
  await withClient(database.url, (client) => client.query('update schema_migrations_lock set is_locked = 1'))
  expect(await migrate(database.url)).toEqual([])
})

test('each migration is stored with the oldest release that works on it, including those of a later release', async () => {
  await using database = await createDatabase()
  const marks = await withClient(database.url, async (client) => {
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
  await withClient(database.url, (client) =>
    client.query(
      "insert into schema_migrations (name, batch, migration_time) values ('999-later', 9, now())",
    ),
  )
  expect(await migrate(database.url)).toEqual([])
})

test('the reader reads the catalog and what is stored of it, nothing else, and writes nothing', async () => {
  await using database = await createDatabase()
  await withClient(database.readerUrl, async (client) => {
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
  const keys = await withClient(database.url, async (client) => {
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
