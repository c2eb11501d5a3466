import { randomBytes } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { startOnFreePort } from '../../deploy/local/ports.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import { createApi } from './api.ts'
import type { Api } from './api.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { startNats } from './nats.ts'
import type { TestNats } from './nats.ts'
import { startServiceProcess } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'
import { waitFor } from './wait-for.ts'

export interface SystemOptions {
  /** Additional environment, for one service or for all. */
  env?: Partial<Record<ServiceName | 'all', Record<string, string>>>
  /** Replaces a new server; its owner stops it. */
  nats?: TestNats
  /** Replaces a new database; its owner removes it. */
  database?: TestDatabase
}

export interface System extends Api {
  /** `http://127.0.0.1:port` with the gateway's base path, without a slash at the end. */
  baseUrl: string
  /** The key that signs tokens. */
  secret: string
  nats: TestNats
  database: TestDatabase
  /** Folder of the filesystem object store. */
  objects: string
  services: Record<ServiceName, ServiceProcess>

  /** Telemetry events with that name from all services so far, oldest first for each service. */
  events(name: string): Record<string, unknown>[]
  waitForEvent(name: string, fields?: Record<string, unknown>): Promise<Record<string, unknown>>

  kill(service: ServiceName, signal?: NodeJS.Signals): Promise<void>
  start(service: ServiceName): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The four services as processes, with a new nats-server and database. */
export async function startSystem({
  env = {},
  nats: sharedNats,
  database: sharedDatabase,
}: SystemOptions = {}): Promise<System> {
  await using undo = new AsyncDisposableStack()
  const watchdog = undo.use(startWatchdog())
  const [nats, database] = await Promise.all([
    sharedNats ?? startNats({ watchdog }),
    sharedDatabase ?? createDatabase(),
  ])
  if (!sharedDatabase) undo.use(database)
  if (!sharedNats) undo.use(nats)
  const { path: objects } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-objects-')))
  watchdog.addFolder(objects)

  const secret = randomBytes(32).toString('hex')
  const shared = {
    CATALOG_NATS_URL: nats.url,
    CATALOG_HEALTH_PORT: '0',
    NODE_OPTIONS: '',
    ...env.all,
  }
  const own: Record<ServiceName, Record<string, string>> = {
    'import-service': { CATALOG_DATABASE_URL: database.url },
    'export-service': { CATALOG_DATABASE_URL: database.readerUrl },
    'image-service': { CATALOG_OBJECTSTORE_KIND: 'filesystem', CATALOG_OBJECTSTORE_BUCKET: objects },
    gateway: {
      CATALOG_AUTH_SECRET: secret,
      CATALOG_LIMIT_REQUESTS_PER_MINUTE: '1000000',
    },
  }
  const list: ServiceProcess[] = []
  undo.defer(async () => void (await Promise.all(list.map((service) => service.stop()))))
  const started = await Promise.allSettled(
    serviceNames.map(async (name) => {
      const start = (more = {}) =>
        startServiceProcess(name, { env: { ...shared, ...own[name], ...more, ...env[name] }, watchdog })
      // Not 0, so that it keeps its port when it is restarted.
      const startGateway = (port: number) => start({ CATALOG_PORT: String(port) })
      list.push(await (name === 'gateway' ? startOnFreePort(undefined, startGateway) : start()))
    }),
  )
  for (const result of started) if (result.status === 'rejected') throw result.reason
  const services = byName(list)
  const stack = undo.move()
  const baseUrl = `http://127.0.0.1:${services.gateway.port}${env.gateway?.['CATALOG_BASE_PATH'] ?? ''}`

  const events: System['events'] = (name) =>
    list.flatMap((service) => service.events.filter(({ event }) => event === name))

  return {
    baseUrl,
    secret,
    nats,
    database,
    objects,
    services,
    ...createApi({ baseUrl: () => baseUrl, secret }),
    events,
    waitForEvent: (name, fields = {}) =>
      waitFor(`event ${name}`, () =>
        events(name).find((event) =>
          Object.entries(fields).every(([field, value]) => event[field] === value),
        ),
      ),
    kill: (service, signal = 'SIGKILL') => services[service].stop(signal),
    start: (service) => services[service].start(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function byName(list: ServiceProcess[]): Record<ServiceName, ServiceProcess> {
  const find = (name: ServiceName) => {
    const service = list.find((one) => one.name === name)
    if (service === undefined) throw new Error(`${name} was not started`)
    return service
  }
  return {
    'import-service': find('import-service'),
    'export-service': find('export-service'),
    'image-service': find('image-service'),
    gateway: find('gateway'),
  }
}
