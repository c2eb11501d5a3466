import { describe, expect, test } from '@jest/globals'
import { version } from '@catalog/contracts'
import { findFreePort } from '../deploy/local/ports.ts'
import { startWatchdog } from '../deploy/local/processes.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { startServiceProcess } from './support/service-process.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()

const watchdog = undo.use(startWatchdog())
const [nats, server] = await Promise.all([startNats({ watchdog }), createDatabase()])
undo.use(nats)
undo.use(server)
const database = await server.connect()

function start(name: 'import-service' | 'export-service', port = 0) {
  const env = {
    CATALOG_NATS_URL: nats.url,
    CATALOG_DATABASE_URL: name === 'import-service' ? server.url : server.readerUrl,
    CATALOG_HEALTH_PORT: String(port),
    NODE_OPTIONS: '',
  }
  return startServiceProcess(name, { env, watchdog })
}

async function addMigration(oldestRelease: string): Promise<void> {
  await database.query(`delete from schema_migrations where name = '999-later'`)
  await database.query(
    `insert into schema_migrations (name, batch, migration_time, oldest_release) values ('999-later', 9, now(), $1)`,
    [oldestRelease],
  )
}

describe.each(['import-service', 'export-service'] as const)('%s', (name) => {
  test('runs on the schema of the next release', async () => {
    await addMigration(version)
    const service = await start(name)
    await service.stop()
    expect(service.logs.map(({ message }) => message)).toContain('ready')
  })

  test('refuses a schema that is too new for it, and says so', async () => {
    await addMigration('99.0.0')
    await expect(start(name)).rejects.toThrow(
      `the schema of the database is too new for release ${version}: its migration 999-later needs 99.0.0 or later`,
    )
  })
})

test('import-service waits for the migrations that it needs, alive but not ready', async () => {
  await addMigration(version)
  const { rows } = await database.query<{ name: string; deleted_at: Date }>(
    `delete from schema_migrations where name = (
       select max(name) from schema_migrations where name <> '999-later') returning name, now() as deleted_at`,
  )
  const port = await findFreePort()
  const status = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}/health/${path}`).catch(() => undefined))?.status
  const starting = start('import-service', port)
  await waitFor('it to be alive', async () => (await status('live')) === 200)
  await waitFor('its look at the schema', async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity
       where datname = current_database() and query like 'select name, oldest_release %' and state = 'idle'
         and backend_start > $1 and pid <> pg_backend_pid()`,
      [rows[0]?.deleted_at],
    )
    return (rowCount ?? 0) > 0
  })
  expect(await status('ready')).toBe(503)
  await database.query(
    `insert into schema_migrations (name, batch, migration_time, oldest_release) values ($1, 9, now(), $2)`,
    [rows[0]?.name, version],
  )
  const service = await starting
  undo.defer(() => service.stop())
  expect(await status('ready')).toBe(200)
  expect(service.logs).toContainEqual(expect.objectContaining({ message: 'waiting for the migrations' }))
})
