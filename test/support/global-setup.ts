import { fileURLToPath } from 'node:url'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

/**
 * Runs once per run: starts a PostgreSQL unless TEST_DATABASE_URL is set, and finds a nats-server program unless
 * TEST_NATS_SERVER is set. Workers read these variables. `inMemory`: the PostgreSQL keeps its files in memory if they fit;
 * `fast`: without the durability of production.
 */
export async function setup({ inMemory = false, fast = true } = {}): Promise<() => Promise<void>> {
  const home = fileURLToPath(new URL('../../.catalog', import.meta.url))
  process.env.TEST_NATS_SERVER ??= await findNatsServer({ home, say: console.log })
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => {}

  const postgres = await startTemporaryPostgres('postgres', { inMemory, fast })
  process.env.TEST_DATABASE_URL = postgres.url
  return async () => postgres[Symbol.asyncDispose]()
}
