import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenDatabase } from './open-database.ts'
import type { OpenOptions } from './open-system.ts'
import { endLeftover } from './processes.ts'
import { openServiceLog } from './service-log.ts'
import { mainOf, serviceNames, startService } from './services.ts'
import type { ServiceName } from './services.ts'
import { home } from './settings.ts'
import { supervise } from './supervise.ts'

export interface ServicesOptions extends OpenOptions {
  /** Of the gateway. */
  port: number
  picturesHost: string
  /** Folder of the built admin page. */
  adminRoot: string
  database: OpenDatabase
  natsUrl: string
}

/** The four services, each a process of its own, logging to `.catalog/logs`. */
export async function openServices(options: ServicesOptions): Promise<AsyncDisposable> {
  const startedAt = performance.now()
  const opened: { stop(): Promise<void> }[] = []
  const close = async () => void (await Promise.all(opened.map((service) => service.stop())))
  const started = await Promise.allSettled(
    serviceNames.map(async (name) => {
      opened.push(await openService(name, options))
    }),
  )
  for (const result of started) {
    if (result.status === 'fulfilled') continue
    await close()
    throw result.reason
  }
  options.done(serviceNames.join(', '), performance.now() - startedAt)
  return { [Symbol.asyncDispose]: close }
}

/** Ends the services of an earlier start that was killed together with its guard. */
export async function endLeftoverServices(): Promise<void> {
  await mkdir(pids, { recursive: true })
  await Promise.all(serviceNames.map((name) => endLeftover(pidFileOf(name), mainOf(name), 'SIGTERM')))
}

const pids = join(home, 'services')

function pidFileOf(name: ServiceName): string {
  return join(pids, `${name}.pid`)
}

async function openService(name: ServiceName, options: ServicesOptions) {
  const log = await openServiceLog(join(home, 'logs'), name, options.note)
  const env = environmentsOf(options)[name]
  const start = async () => {
    const service = await startService(name, {
      env,
      guard: options.guard,
      onLine: (_stream, line) => log(line),
    })
    await writeFile(pidFileOf(name), String(service.pid))
    return service
  }
  return supervise(name, start, options.note)
}

function environmentsOf(options: ServicesOptions): Record<ServiceName, Record<string, string>> {
  const { port, picturesHost, adminRoot, database, natsUrl, secrets } = options
  const shared = { CATALOG_NATS_URL: natsUrl, CATALOG_HEALTH_PORT: '0' }
  const withoutDatabase = { ...shared, CATALOG_DATABASE_URL: '' }
  return {
    'import-service': { ...shared, CATALOG_DATABASE_URL: database.url },
    'export-service': { ...shared, CATALOG_DATABASE_URL: database.readerUrl },
    'image-service': {
      ...withoutDatabase,
      CATALOG_OBJECTSTORE_KIND: process.env.CATALOG_OBJECTSTORE_KIND ?? 'filesystem',
      CATALOG_OBJECTSTORE_BUCKET: process.env.CATALOG_OBJECTSTORE_BUCKET ?? join(home, 'objects'),
      CATALOG_IMAGE_ALLOWED_HOSTS: [process.env.CATALOG_IMAGE_ALLOWED_HOSTS, picturesHost]
        .filter(Boolean)
        .join(','),
    },
    gateway: {
      ...withoutDatabase,
      CATALOG_HOST: '127.0.0.1',
      CATALOG_PORT: String(port),
      CATALOG_AUTH_SECRET: secrets.auth,
      // A start makes its own tokens: it takes no other's.
      CATALOG_AUTH_JWKS_URL: '',
      CATALOG_AUTH_ALGORITHMS: '',
      CATALOG_AUTH_ISSUER: '',
      CATALOG_AUTH_AUDIENCE: '',
      CATALOG_ADMIN_ROOT: adminRoot,
    },
  }
}
