import { describe, expect, test } from '@jest/globals'
import { findFreePort } from '../deploy/local/ports.ts'
import { startWatchdog } from '../deploy/local/processes.ts'
import type { ServiceName } from '../deploy/local/services.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startServiceProcess } from './support/service-process.ts'
import { passOn, startTcpProxy } from './support/tcp-proxy.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()

const watchdog = undo.use(startWatchdog())
const [nats, database] = await Promise.all([startNats({ watchdog }), createDatabase()])
undo.use(nats)
undo.use(database)

describe('services wait for a server that is unreachable at startup, alive but not ready:', () => {
  test('NATS, for each of them', async () => {
    await nats.stop()
    const started = await Promise.all([
      start('import-service', { CATALOG_DATABASE_URL: database.url }),
      start('export-service', { CATALOG_DATABASE_URL: database.readerUrl }),
      start('image-service', { CATALOG_OBJECTSTORE_KIND: 'gcs', CATALOG_OBJECTSTORE_BUCKET: 'bucket' }),
      start('gateway', { CATALOG_AUTH_SECRET: 'a secret of thirty-two characters', CATALOG_PORT: '0' }),
    ])
    await Promise.all(started.map((service) => service.waits()))
    await nats.start()
    await Promise.all(started.map((service) => service.serves()))
  })

  test('PostgreSQL, for those that use it', async () => {
    const port = await findFreePort()
    const started = await Promise.all([
      start('import-service', { CATALOG_DATABASE_URL: through(port, database.url) }),
      start('export-service', { CATALOG_DATABASE_URL: through(port, database.readerUrl) }),
    ])
    await Promise.all(started.map((service) => service.waits()))
    // Disposed of before the services are, which ends their connections.
    undo.use(await startTcpProxy(new URL(database.url), passOn, port))
    await Promise.all(started.map((service) => service.serves()))
  })
})

test('a migration that reaches no NATS ends with a line of its log, and nothing else', async () => {
  const unreachable = { url: `nats://127.0.0.1:${await findFreePort()}` }
  const { code, output, lines } = await startOperatorCommand({ database, nats: unreachable }, 'migrate', [], {
    CATALOG_LOG_LEVEL: 'info',
  }).ended
  expect(code).toBe(1)
  expect(lines.at(-1)).toMatchObject({
    severity: 'ERROR',
    message: 'not migrated',
    error: { name: 'NatsError' },
  })
  expect(output.trim().split('\n')).toHaveLength(lines.length)
})

function through(port: number, url: string): string {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  return changed.href
}

async function start(name: ServiceName, own: Record<string, string>) {
  const health = await findFreePort()
  const env = {
    CATALOG_NATS_URL: nats.url,
    CATALOG_HEALTH_PORT: String(health),
    NODE_OPTIONS: '',
    ...own,
  }
  const service = startServiceProcess(name, { env, watchdog })
  const ended = service.then(
    () => false,
    (error: unknown) => error,
  )
  undo.defer(async () => await service.then((running) => running.stop()).catch(() => undefined))
  const status = async (path: string) => {
    const gone = await Promise.race([ended, Promise.resolve(false)])
    if (gone instanceof Error) throw gone
    const answer = await fetch(`http://127.0.0.1:${health}/health/${path}`).catch(() => undefined)
    return answer?.status
  }
  return {
    async waits() {
      await waitFor(`${name} to be alive`, async () => (await status('live')) === 200)
      expect(await status('ready')).toBe(503)
    },
    async serves() {
      await waitFor(`${name} to be ready`, async () => (await status('ready')) === 200)
      const { logs } = await service
      expect(logs.map(({ message }) => message)).toContain('ready')
    },
  }
}
