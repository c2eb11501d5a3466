import knex from 'knex'
import type { Knex } from 'knex'
import { Client, DatabaseError } from 'pg'
import { migrations, oldestRelease } from '../migrations/index.ts'
import type { Migration } from '../migrations/index.ts'

/**
 * Brings the schema of the database at `url` to this release's version; returns the names of the migrations that ran.
 * Concurrent callers: one works, the others wait. Forward only.
 */
export async function migrate(url: string): Promise<string[]> {
  const holder = new Client({ connectionString: url })
  await holder.connect()
  try {
    await makeLock(holder)
    await holder.query('begin')
    // The connection is idle until the migrations are done.
    await holder.query('set local idle_in_transaction_session_timeout = 0')
    await holder.query('select from schema_migrations_mutex for update')
    return await runMigrations(url)
  } finally {
    await holder.end()
  }
}

/** Names of this release's migrations that the schema lacks. Only reads. */
export async function findMissingMigrations(database: Knex): Promise<string[]> {
  const ran = (await database.schema.hasTable(tableName))
    ? await database(tableName).pluck<string[]>('name')
    : []
  return migrations.map(({ name }) => name).filter((name) => !ran.includes(name))
}

const tableName = 'schema_migrations'

/** Creates a row to lock. knex's own lock is a flag, which stays set after its owner was killed. */
async function makeLock(client: Client): Promise<void> {
  try {
    await client.query('create table if not exists schema_migrations_mutex (id integer primary key)')
  } catch (error) {
    // Another caller created it at the same moment.
    if (!(error instanceof DatabaseError && ['23505', '42P07', '42710'].includes(error.code ?? '')))
      throw error
  }
  await client.query('insert into schema_migrations_mutex (id) values (1) on conflict do nothing')
}

async function runMigrations(url: string): Promise<string[]> {
  const database = knex({ client: 'pg', connection: url, pool: { min: 0, max: 2 } })
  try {
    const config = { migrationSource, tableName, disableMigrationsListValidation: true }
    // The holder of our lock is alone: if knex's lock is set, a killed process has left it.
    await database.migrate.forceFreeMigrationsLock(config)
    const [, names]: [number, string[]] = await database.migrate.latest(config)
    // Rows of a later release already have a value.
    await database.raw('update schema_migrations set oldest_release = ? where oldest_release is null', [
      oldestRelease,
    ])
    return names
  } finally {
    await database.destroy()
  }
}

const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: async () => migrations,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    up: (transaction) => runCommands(transaction, migration.commands),
    down: () => Promise.reject(new Error('migrations go forward only')),
  }),
}

async function runCommands(transaction: Knex, commands: string[]): Promise<void> {
  for (const command of commands) await transaction.raw(command.replaceAll('?', '\\?'))
}
