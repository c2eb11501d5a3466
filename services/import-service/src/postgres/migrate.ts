import { explainRefusal, requireSettings, startupOptions } from '@catalog/postgres'
import type { SessionSettings } from '@catalog/postgres'
import { ConfigError } from '@catalog/runtime'
import type { Knex } from 'knex'
import { Client, DatabaseError } from 'pg'
import { migrations, oldestRelease } from '../migrations/index.ts'
import type { Migration } from '../migrations/index.ts'

/**
 * Brings the schema of the database at `url` to this release's version; returns the names of the migrations that ran.
 * Concurrent callers: one works, the others wait. Forward only: what ran before an error stays, and is not repeated.
 * @throws ConfigError if the schema has tables of somebody else, and changes nothing
 */
export async function migrate(url: string, schema = 'public'): Promise<string[]> {
  return await withClient(url, schema, async (holder) => {
    await refuseForeignTables(holder, schema)
    await makeLock(holder, schema)
    while (!(await takeLock(holder)));
    return await withClient(url, schema, runMigrations)
  })
}

/** Names of this release's migrations that the schema lacks. Only reads. */
export async function findMissingMigrations(database: Knex): Promise<string[]> {
  const ran = (await database.schema.hasTable('schema_migrations'))
    ? await database('schema_migrations').pluck<string[]>('name')
    : []
  return migrations.map(({ name }) => name).filter((name) => !ran.includes(name))
}

/** It connects without a pooler. */
const itsOwn = { settingsFrom: 'connection' } as const

/** No limits: one of two connections is idle until the migrations are done, and an index may take hours. */
const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

async function withClient<Result>(
  url: string,
  schema: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const settings = { ...limits, search_path: schema }
  const client = new Client({
    connectionString: url,
    ...startupOptions(settings, itsOwn),
  })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  try {
    await connect(client, settings)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @throws ConfigError if it is connected to a pooler */
async function connect(client: Client, settings: SessionSettings): Promise<void> {
  try {
    await client.connect().catch(explainRefusal)
    await requireSettings(client, settings, itsOwn)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const sentence = 'the migration needs an address of PostgreSQL itself, not of a pooler (deploy/README.md)'
    throw new ConfigError(sentence, { cause: error })
  }
}

/** Tables and views of the migrations to come may not be there yet: in one snapshot, while another caller migrates. */
async function refuseForeignTables(client: Client, schema: string): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ name: string; is_ours: boolean }>(
    `select c.relname as name, c.relname = 'schema_migrations' and exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'migration_time'
      ) as is_ours
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind <> 'i'`,
    [schema],
  )
  const ran = rows.some((row) => row.is_ours)
    ? (await client.query<{ name: string }>('select name from schema_migrations')).rows
    : []
  await client.query('commit')
  const toCome = migrations.filter(({ name }) => !ran.some((one) => one.name === name))
  const commands = toCome.flatMap((migration) => migration.commands)
  const created = new Set(commands.map((command) => /^create (?:table|view) (\w+)/m.exec(command)?.[1]))
  const foreign = rows.filter((row) => created.has(row.name) || isForeignList(row))
  if (foreign.length === 0) return
  const names = foreign.map(({ name }) => name).toSorted()
  throw new ConfigError(
    `the schema ${schema} has tables of another program with our names (${names.join(', ')}): nothing was changed; set CATALOG_DATABASE_SCHEMA to a schema of the catalog's own`,
  )
}

function isForeignList({ name, is_ours: isOurs }: { name: string; is_ours: boolean }): boolean {
  return name === 'schema_migrations' && !isOurs
}

/** Creates the schema, and a table to lock. */
async function makeLock(client: Client, schema: string): Promise<void> {
  try {
    const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema])
    // Even where it exists, creating it would need permission on the database.
    if (rowCount === 0) await client.query(`create schema if not exists "${schema}"`)
    await client.query('create table if not exists schema_migrations_mutex (id integer primary key)')
  } catch (error) {
    // Another caller created it at the same moment.
    if (!(error instanceof DatabaseError && ['23505', '42P06', '42P07', '42710'].includes(error.code ?? '')))
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
