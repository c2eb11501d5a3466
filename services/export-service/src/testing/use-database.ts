import { Pool } from 'pg'
import type { Client } from 'pg'
import { createDatabase } from '../../../../test/support/database.ts'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { connectDatabase } from '../database.ts'
import type { Database } from '../database.ts'

interface TestedDatabase {
  url: string
  writer: Client
  /** As the service connects, with one connection: if it is not released, the next use fails. */
  database: Database
  /** With the same rights, and more connections. */
  pool: Pool
}

/** A database for all tests of a file. */
export async function useDatabase(): Promise<TestedDatabase> {
  const undo = disposeAfterAll()
  const created = undo.use(await createDatabase())
  const { url, readerUrl } = created
  const writer = await created.connect()
  const pool = new Pool({ connectionString: readerUrl })
  undo.defer(() => pool.end())
  const database = undo.use(
    connectDatabase(readerUrl, {
      onConnectionLost: () => undefined,
      maxConnections: 1,
      connectTimeoutMs: 60_000,
    }),
  )
  return { url, writer, database, pool }
}
