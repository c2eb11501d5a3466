import { explainRefusal, requireSettings, startupOptions } from '@catalog/postgres'
import { ConfigError } from '@catalog/runtime'
import type { Knex } from 'knex'
import { Client, DatabaseError } from 'pg'
import { migrations, oldestRelease } from '../migrations/index.ts'
import type { Migration } from '../migrations/index.ts'

/**
 * Brings the schema of the database at `url` to this release's version; returns the names of the migrations that ran.
 * Concurrent callers: one works, the others wait. Forward only: what ran before an error stays, and is not repeated.
 */
export async function migrate(url: string): Promise<string[]> {
  return await withClient(url, async (holder) => {
    await makeLock(holder)
    while (!(await takeLock(holder)));
    return await withClient(url, runMigrations)
  })
}

/** Names of this release's migrations that the schema lacks. Only reads. */
export async function findMissingMigrations(database: Knex): Promise<string[]> {
  const ran = (await database.schema.hasTable('schema_migrations'))
    ? await database('schema_migrations').pluck<string[]>('name')
    : []
  return migrations.map(({ name }) => name).filter((name) => !ran.includes(name))
}

/** No limits: one of two connections is idle until the migrations are done, and an index may take hours. */
const settings = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({
    connectionString: url,
    ...startupOptions(settings, { settingsFrom: 'connection' }),
  })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  try {
    await client.connect().catch(explainRefusal)
    await requireSettings(client, settings)
    return await work(client)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const sentence = 'the migration needs an address of PostgreSQL itself, not of a pooler (deploy/README.md)'
    throw new ConfigError(sentence, { cause: error })
  } finally {
    await client.end()
  }
}

/** Creates a table to lock. */
async function makeLock(client: Client): Promise<void> {
  try {
    await client.query('create table if not exists schema_migrations_mutex (id integer primary key)')
  } catch (error) {
    // Another caller created it at the same moment.
    if (!(error instanceof DatabaseError && ['23505', '42P07', '42710'].includes(error.code ?? '')))
      throw error
  }
}

/** Whether it got the lock within a second: the build of an index waits for each snapshot, also of one that waits. */
async function takeLock(client: Client): Promise<boolean> {
  await client.query('begin')
  await client.query("set local lock_timeout = '1s'")
  try {
    await client.query('lock table schema_migrations_mutex')
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '55P03')) throw error
    await client.query('rollback')
    return false
  }
}

async function runMigrations(client: Client): Promise<string[]> {
  // As release 0.1 creates it, which migrates with knex.
  await client.query(`
    create table if not exists schema_migrations
      (id serial primary key, name varchar(255), batch integer, migration_time timestamptz)`)
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const ran = new Set(rows.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !ran.has(name))
  for (const migration of missing) await runMigration(client, migration)
  // Rows of a later release already have a value.
  await client.query('update schema_migrations set oldest_release = $1 where oldest_release is null', [
    oldestRelease,
  ])
  return missing.map(({ name }) => name)
}

async function runMigration(client: Client, { name, commands }: Migration): Promise<void> {
  const [, index] = /^create index concurrently if not exists (\w+)/m.exec(commands.join()) ?? []
  // PostgreSQL refuses to build an index concurrently in a transaction.
  if (index === undefined) await client.query('begin')
  else await dropInvalid(client, index)
  for (const command of commands) await client.query(command)
  await client.query('insert into schema_migrations (name, migration_time) values ($1, now())', [name])
  if (index === undefined) await client.query('commit')
}

/** Drops what a killed run has left of an index. */
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount === 1) await client.query(`drop index concurrently ${index}`)
}
