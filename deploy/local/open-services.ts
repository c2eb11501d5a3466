import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenOptions } from './open-options.ts'
import { startOnFreePort } from './ports.ts'
import { endLeftover } from './processes.ts'
import { openServiceLog } from './service-log.ts'
import { mainOf, serviceNames, startService } from './services.ts'
import type { RunningService, ServiceName } from './services.ts'
import { home } from './settings.ts'
import { supervise } from './supervise.ts'
import type { Supervised } from './supervise.ts'

export interface ServicesOptions extends OpenOptions {
  /** Port of the gateway; by default 8080, or another one if that is in use. */
  port: number | undefined
  picturesHost: string
  /** Folder of the built admin page. */
  adminRoot: string
  databaseUrl: string
  /** URL of an account that can only read. */
  readerUrl: string
  natsUrlOf: (service: ServiceName) => string
}

export interface OpenServices extends AsyncDisposable {
  /** Of the gateway. */
  baseUrl: string
}

/** The four services as processes, which log to `.catalog/logs`. */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const startedAt = performance.now()
  const opened: Supervised<RunningService>[] = []
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
  const port = opened.find(({ first }) => first.name === 'gateway')?.first.port
  if (options.port === undefined && port !== defaultPort)
    options.note(`Port ${defaultPort} is taken by another program, so it is ${port} this time.`)
  return { baseUrl: `http://127.0.0.1:${port}${basePath}`, [Symbol.asyncDispose]: close }
}

/** Ends the services of an earlier start that was killed together with its watchdog. */
export async function endLeftoverServices(): Promise<void> {
  await mkdir(pids, { recursive: true })
  await Promise.all(serviceNames.map((name) => endLeftover(pidFileOf(name), mainOf(name), 'SIGTERM')))
}

const pids = join(home, 'services')

function pidFileOf(name: ServiceName): string {
  return join(pids, `${name}.pid`)
}

const defaultPort = 8080

const basePath = (process.env.CATALOG_BASE_PATH ?? '').replace(/\/$/, '')

async function openService(name: ServiceName, options: ServicesOptions): Promise<Supervised<RunningService>> {
  const log = await openServiceLog(join(home, 'logs'), name, options.note)
  const openOn = (port: number) => {
    const env = environmentsOf(options, port)[name]
    const start = async (stopping: AbortSignal) => {
      const service = await startService(name, {
        env,
        watchdog: options.watchdog,
        stopping,
        onLine: (_stream, line) => log(line),
      })
      await writeFile(pidFileOf(name), String(service.pid))
      return service
    }
    return supervise(name, start, options.note)
  }
  if (name === 'gateway' && options.port === undefined) return startOnFreePort(defaultPort, openOn)
  return openOn(options.port ?? defaultPort)
}

function environmentsOf(options: ServicesOptions, port: number): Record<ServiceName, Record<string, string>> {
  const { picturesHost, adminRoot, databaseUrl, readerUrl, natsUrlOf, secrets } = options
  const shared = (name: ServiceName) => ({ CATALOG_NATS_URL: natsUrlOf(name), CATALOG_HEALTH_PORT: '0' })
  const withoutDatabase = (name: ServiceName) => ({ ...shared(name), CATALOG_DATABASE_URL: '' })
  const allowedHosts = [process.env.CATALOG_IMAGE_ALLOWED_HOSTS, picturesHost].filter(Boolean).join(',')
  return {
    'import-service': {
      ...shared('import-service'),
      CATALOG_DATABASE_URL: databaseUrl,
      CATALOG_IMAGE_ALLOWED_HOSTS: allowedHosts,
    },
    'export-service': { ...shared('export-service'), CATALOG_DATABASE_URL: readerUrl },
    'image-service': {
      ...withoutDatabase('image-service'),
      CATALOG_OBJECTSTORE_KIND: process.env.CATALOG_OBJECTSTORE_KIND ?? 'filesystem',
      CATALOG_OBJECTSTORE_BUCKET: process.env.CATALOG_OBJECTSTORE_BUCKET ?? join(home, 'objects'),
      CATALOG_IMAGE_ALLOWED_HOSTS: allowedHosts,
    },
    gateway: {
      ...withoutDatabase('gateway'),
      CATALOG_HOST: '127.0.0.1',
      CATALOG_PORT: String(port),
      CATALOG_AUTH_SECRET: secrets.auth,
      // A start signs its own tokens, and accepts no others.
      CATALOG_AUTH_JWKS_URL: '',
      CATALOG_AUTH_ALGORITHMS: '',
      CATALOG_AUTH_ISSUER: '',
      CATALOG_AUTH_AUDIENCE: '',
      CATALOG_ADMIN_ROOT: adminRoot,
      CATALOG_IMAGES_PUBLIC: process.env.CATALOG_IMAGES_PUBLIC ?? 'true',
    },
  }
}
