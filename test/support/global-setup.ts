import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { findFreePort } from '../../deploy/local/ports.ts'
import { canEnter, startPostgres } from '../../deploy/local/postgres.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'

/**
 * Runs once per run: starts a PostgreSQL unless TEST_DATABASE_URL is set, and finds a nats-server program unless
 * TEST_NATS_SERVER is set. Workers read these variables.
 */
export async function setup(): Promise<() => Promise<void>> {
  const home = fileURLToPath(new URL('../../.catalog', import.meta.url))
  process.env.TEST_NATS_SERVER ??= await findNatsServer({ home, say: console.log })
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => {}

  const parent = canEnter(tmpdir()) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'catalog-postgres-'))
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
