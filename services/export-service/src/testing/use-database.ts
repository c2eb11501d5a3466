import { afterAll, beforeAll } from '@jest/globals'
import { Client, Pool } from 'pg'
import { createDatabase } from '../../../../test/support/database.ts'
import { connectDatabase } from '../database.ts'
import type { Database } from '../database.ts'

interface TestedDatabase extends AsyncDisposable {
  url: string
  writer: Client
  /** As the service connects, with one connection: if it is not released, the next use fails. */
  database: Database
  /** With the same rights, and more connections. */
  pool: Pool
}

/** A database for all tests of a file; its fields are set before the first test. */
export function useDatabase(): TestedDatabase {
  const tested: TestedDatabase = Object.create(null)
  beforeAll(async () => void Object.assign(tested, await openDatabase()))
  afterAll(async () => {
    // Undefined if it could not be opened.
    await tested[Symbol.asyncDispose]?.()
  })
  return tested
}

async function openDatabase(): Promise<TestedDatabase> {
  await using undo = new AsyncDisposableStack()
  const { url, readerUrl } = undo.use(await createDatabase())
  const writer = new Client(url)
  await writer.connect()
  undo.defer(() => writer.end())
  const pool = new Pool({ connectionString: readerUrl })
  undo.defer(() => pool.end())
  const database = undo.use(
    connectDatabase(readerUrl, {
      onConnectionLost: () => undefined,
      maxConnections: 1,
      connectTimeoutMs: 60_000,
    }),
  )
  const stack = undo.move()
  return { url, writer, database, pool, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
