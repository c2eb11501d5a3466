import { queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Rows of the table that the current transaction has read. */
export async function rowsRead(transaction: Database, table: string): Promise<number> {
  const { rows } = await queryOne<{ rows: number }>(transaction)`
    select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = ${table}`
  return rows
}
