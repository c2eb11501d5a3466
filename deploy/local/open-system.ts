import { buildAdminPage } from './admin-page.ts'
import { findNatsServer } from './nats-server.ts'
import { natsUsers, startNatsServer } from './nats.ts'
import { migrate, openDatabase } from './open-database.ts'
import type { OpenOptions } from './open-options.ts'
import { endLeftoverServices, openServices } from './open-services.ts'
import { findFreePort, startOnFreePort, tryPort } from './ports.ts'
import type { ServiceName } from './services.ts'
import { home } from './settings.ts'
import type { OperatorSettings } from './settings.ts'
import { supervise } from './supervise.ts'

export interface LocalSystem {
  baseUrl: string
  /** `127.0.0.1:port`: image-service may fetch from it although it is this machine. Nothing listens there yet. */
  picturesHost: string
  operator: OperatorSettings
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens PostgreSQL and NATS, unless the environment names others, runs the migrations, builds the admin page, then
 * starts the four services.
 */
export async function openSystem(options: OpenOptions): Promise<LocalSystem> {
  await using undo = new AsyncDisposableStack()
  await endLeftoverServices()
  const port = await readGatewayPort()
  // Not a port that others prefer too: a demo listens there later, and before that possibly another system's demo.
  const picturesHost = `127.0.0.1:${await findFreePort()}`

  const page = openAdminPage(options)
  // Awaited only once the servers run; until then, a rejection must not count as unhandled.
  page.catch(() => {})
  const [database, nats] = await both(openDatabase(options), openNats(options))
  undo.use(nats)
  undo.use(database)
  const readerUrl = await migrate(options, {
    databaseUrl: database.url,
    natsUrl: nats.urlOf('import-service'),
  })
  const adminRoot = await page
  const services = await openServices({
    ...options,
    port,
    picturesHost,
    adminRoot,
    databaseUrl: database.url,
    readerUrl,
    natsUrlOf: nats.urlOf,
  })
  undo.use(services)
  const opened = undo.move()
  return {
    baseUrl: services.baseUrl,
    picturesHost,
    operator: {
      CATALOG_DATABASE_URL: database.url,
      CATALOG_DATABASE_SCHEMA: process.env.CATALOG_DATABASE_SCHEMA ?? '',
      CATALOG_NATS_URL: nats.urlOf('import-service'),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** The port in CATALOG_PORT. If another program uses it, reports that before anything is started. */
async function readGatewayPort(): Promise<number | undefined> {
  const wanted = process.env.CATALOG_PORT
  if (wanted === undefined || wanted === '') return undefined
  const port = Number(wanted)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`CATALOG_PORT is not a port: ${wanted}`)
  if ((await tryPort(port)) !== null) return port
  throw new Error(
    `Port ${port} (CATALOG_PORT) is taken by another program. Choose another, or leave CATALOG_PORT unset.`,
  )
}

interface OpenNats extends AsyncDisposable {
  /** With the service's user name and password. */
  urlOf: (service: ServiceName) => string
}

async function openNats({ watchdog, done, note }: OpenOptions): Promise<OpenNats> {
  const url = process.env.CATALOG_NATS_URL
  if (url !== undefined && url !== '') {
    note('NATS: the server of CATALOG_NATS_URL')
    return { urlOf: () => url, [Symbol.asyncDispose]: async () => {} }
  }
  const binary = await findNatsServer({ home, say: note })
  const startedAt = performance.now()
  const { config, passwordOf } = natsUsers()
  const server = await startOnFreePort(42_229, (port) =>
    supervise(
      'nats-server',
      () => startNatsServer({ binary, home: `${home}/nats`, port, watchdog, config }),
      note,
    ),
  )
  done('NATS with JetStream', performance.now() - startedAt)
  return {
    urlOf: (service) => {
      const { host } = new URL(server.first.url)
      return `nats://${service}:${passwordOf(service)}@${host}`
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

/** Reports nothing if it was built before. */
async function openAdminPage({ done, watchdog }: OpenOptions): Promise<string> {
  let startedAt: number | undefined
  const folder = await buildAdminPage({ onBuild: () => (startedAt = performance.now()), watchdog })
  if (startedAt !== undefined) done('the admin page, rebuilt', performance.now() - startedAt)
  return folder
}

/** Opens both, or neither: if one fails, the other is closed again. */
async function both<A extends AsyncDisposable, B extends AsyncDisposable>(
  a: Promise<A>,
  b: Promise<B>,
): Promise<[A, B]> {
  try {
    return await Promise.all([a, b])
  } catch (error) {
    for (const one of [a, b]) await one.then((opened) => opened[Symbol.asyncDispose]()).catch(() => {})
    throw error
  }
}
