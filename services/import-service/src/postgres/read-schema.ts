import { selectAppliedMigrations } from '@catalog/postgres'
import type { AppliedMigration } from '@catalog/postgres'
import { migrations } from '../migrations/index.ts'
import { query } from './database.ts'
import type { Database } from './database.ts'

/**
 * The migrations that were applied.
 * @throws if one that this release needs is missing
 */
export async function readSchema(database: Database): Promise<AppliedMigration[]> {
  const applied = await query<AppliedMigration>(database)({ text: selectAppliedMigrations, values: [] })
  const names = new Set(applied.map(({ name }) => name))
  for (const { name } of migrations) if (!names.has(name)) throw new Error(`migration ${name} has not run`)
  return applied
}
