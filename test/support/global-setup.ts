import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { findFreePort } from '../../deploy/local/ports.ts'
import { startPostgres } from '../../deploy/local/postgres.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { makePostgresFolder } from './postgres-folder.ts'

/**
 * Runs once per run: starts a PostgreSQL unless TEST_DATABASE_URL is set, and finds a nats-server program unless
 * TEST_NATS_SERVER is set. Workers read these variables. `inMemory`: the PostgreSQL keeps its files in memory if they fit.
 */
export async function setup({ inMemory = false } = {}): Promise<() => Promise<void>> {
  const home = fileURLToPath(new URL('../../.catalog', import.meta.url))
  process.env.TEST_NATS_SERVER ??= await findNatsServer({ home, say: console.log })
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => {}

  const folder = await makePostgresFolder('postgres', { inMemory })
  const watchdog = startWatchdog()
  watchdog.addFolder(folder)
  const clear = async () => {
    await watchdog.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const postgres = await startPostgres({ home: folder, port: await findFreePort(), watchdog, fast: true })
    process.env.TEST_DATABASE_URL = postgres.url
    return async () => {
      await postgres.stop()
      await clear()
    }
  } catch (error) {
    await clear()
    throw error
  }
}
