import knex from 'knex'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { migrations } from '../migrations/index.ts'

/**
 * Brings the schema of the database at `url` to this release's, and answers with the names of the migrations that ran.
 * Any number of callers at once: one works, the others wait for it. Forward only.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url })
  await lock.connect()
  try {
    await lock.query(`select pg_advisory_lock(${lockKey})`)
    return await runMigrations(url)
  } finally {
    await lock.end()
  }
}

/** 'catalog' in ASCII, cut to 32 bits; advisory locks are per database. */
const lockKey = 0x63617461

async function runMigrations(url: string): Promise<string[]> {
  const database = knex({ client: 'pg', connection: url, pool: { min: 0, max: 2 } })
  try {
    const config = { migrationSource, tableName: 'schema_migrations', disableMigrationsListValidation: true }
    // The holder of our lock is alone: a lock row of knex found then was left by a killed process.
    await database.migrate.forceFreeMigrationsLock(config)
    const [, names]: [number, string[]] = await database.migrate.latest(config)
    return names
  } finally {
    await database.destroy()
  }
}

const migrationSource: Knex.MigrationSource<{ name: string; sql: string }> = {
  getMigrations: async () => migrations,
  getMigrationName: (migration) => migration.name,
  getMigration: async (migration) => ({
    up: (transaction) => transaction.raw(migration.sql.replaceAll('?', '\\?')),
    down: () => Promise.reject(new Error('migrations go forward only')),
  }),
}
