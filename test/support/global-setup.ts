import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFakeGcsServer } from '../../deploy/local/fake-gcs-server.ts'
import { findHelm } from '../../deploy/local/helm.ts'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { findFreePort } from '../../deploy/local/ports.ts'
import { canEnter, startPostgres } from '../../deploy/local/postgres.ts'
import { startGuard } from '../../deploy/local/processes.ts'

/**
 * Once for a whole run: a PostgreSQL, unless TEST_DATABASE_URL names one, a nats-server to start, unless
 * TEST_NATS_SERVER does, with TEST_GCS a fake-gcs-server, unless TEST_FAKE_GCS_SERVER does, and with TEST_CHART both
 * versions of Helm, unless TEST_HELM_3 and TEST_HELM_4 do. Workers find them in those variables.
 */
export async function setup(): Promise<() => Promise<void>> {
  const home = fileURLToPath(new URL('../../.catalog', import.meta.url))
  process.env.TEST_NATS_SERVER ??= await findNatsServer({ home, say })
  if (process.env.TEST_GCS === 'true' && process.env.TEST_FAKE_GCS_SERVER === undefined) {
    const path = await findFakeGcsServer({ home, say }).catch(sayWhyNot)
    if (path !== null) process.env.TEST_FAKE_GCS_SERVER = path
  }
  if (process.env.TEST_CHART === 'true') {
    for (const major of [3, 4] as const) {
      const path =
        process.env[`TEST_HELM_${major}`] ?? (await findHelm(major, { home, say }).catch(sayWhyNot))
      if (path !== null) process.env[`TEST_HELM_${major}`] = path
    }
  }
  if (process.env.TEST_DATABASE_URL !== undefined) return async () => {}

  const parent = canEnter(tmpdir()) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'catalog-postgres-'))
  const guard = startGuard()
  guard.addFolder(folder)
  const clear = async () => {
    await guard.release()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const postgres = await startPostgres({ home: folder, port: await findFreePort(), guard, fast: true })
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

function say(sentence: string): void {
  console.log(sentence)
}

/** The tests that need it fail, and no others. */
function sayWhyNot(error: unknown): null {
  console.error(error)
  return null
}
