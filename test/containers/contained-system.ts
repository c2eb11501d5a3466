import { randomBytes } from 'node:crypto'
import { Network, StartupCheckStrategy, Wait } from 'testcontainers'
import type { StartedNetwork, StartedTestContainer, StartupStatus } from 'testcontainers'
import { parseLine } from '../../deploy/local/log-line.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import { createApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { BoundContainer, buildImages, clearUp, docker, logsOf, nameOf, upstream } from './engine.ts'
import { startImageHost } from './image-host.ts'
import type { ContainedImageHost } from './image-host.ts'

export interface ContainedSystem extends Api {
  images: ContainedImageHost
  /** Two containers of every service, in the order in which they start. */
  services: Record<ServiceName, StartedTestContainer[]>
  /** A client of the gateway with this index. */
  clientOf(replica: number): Api
  /** Telemetry events with that name from all containers, including removed ones. */
  events(name: string): Promise<Record<string, unknown>[]>
}

const password = randomBytes(18).toString('hex')
const databaseUrl = (login: string) => `postgres://${login}:${password}@postgres:5432/catalog`
const objects = '/var/lib/catalog/objects'

/**
 * PostgreSQL, NATS and two replicas of the four services as containers on one network, with an image host. Call `clearUp` afterwards.
 */
export async function startContainedSystem(): Promise<ContainedSystem> {
  await clearUp({ own: false })
  const tag = await buildImages()
  const network = await new Network({ nextUuid: () => nameOf('network') }).start()
  const [images] = await Promise.all([startImageHost(network), startPostgres(network), startNats(network)])
  const secret = randomBytes(32).toString('hex')
  const environments: Record<ServiceName, Record<string, string>> = {
    'import-service': {
      CATALOG_DATABASE_URL: databaseUrl('catalog'),
      CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50',
      CATALOG_IMAGE_ALLOWED_HOSTS: images.host,
    },
    'export-service': { CATALOG_DATABASE_URL: databaseUrl('catalog_export') },
    'image-service': {
      CATALOG_OBJECTSTORE_KIND: 'filesystem',
      CATALOG_OBJECTSTORE_BUCKET: objects,
      CATALOG_IMAGE_ALLOWED_HOSTS: images.host,
    },
    gateway: { CATALOG_AUTH_SECRET: secret, CATALOG_LIMIT_REQUESTS_PER_MINUTE: '1000000' },
  }
  const services: Record<ServiceName, StartedTestContainer[]> = {
    'import-service': [],
    'export-service': [],
    'image-service': [],
    gateway: [],
  }

  const volume = nameOf('objects')
  const addReplica = async (name: ServiceName) => {
    const container = new BoundContainer(`catalog/${name}:${tag}`, name)
      .withNetwork(network)
      .withEnvironment({ ...environments[name], CATALOG_NATS_URL: natsUrl })
      .withWaitStrategy(new SaysReady('"message":"ready"'))
      .restarting()
    if (name === 'gateway') container.withExposedPorts(8080)
    // On the disk in production, for exports that are read slowly.
    if (name === 'export-service') container.withTmpFs({ '/tmp': 'rw' })
    if (name === 'image-service') container.withBindMounts([{ source: volume, target: objects }])
    services[name].push(await container.start())
  }
  const clientOf = (replica: number) =>
    createApi({
      baseUrl: () => {
        const gateway = services.gateway[replica]
        if (gateway === undefined) throw new Error(`there is no gateway ${replica}`)
        return `http://${gateway.getHost()}:${gateway.getMappedPort(8080)}`
      },
      secret,
    })

  await migrate(network, tag)
  await Promise.all([...serviceNames, ...serviceNames].map(addReplica))
  return {
    ...clientOf(0),
    images,
    services,
    clientOf,
    events: async (name) => {
      const lines = await Promise.all(
        Object.values(services)
          .flat()
          .map((container) => logsOf(container.getId())),
      )
      return lines.flat().flatMap((line) => {
        const fields = parseLine(line)
        return fields?.event === name ? [fields] : []
      })
    },
  }
}

/**
 * Each start writes a line when it is ready, possibly after lines about a server that was too busy to answer. All lines
 * are read each time: when asked for lines since a restart, the engine may omit the first ones.
 */
class SaysReady extends StartupCheckStrategy {
  readonly #line: string
  #starts = 0

  constructor(line: string) {
    super()
    this.#line = line
  }

  override async checkStartupState(_: unknown, id: string): Promise<StartupStatus> {
    const lines = await logsOf(id)
    const starts = lines.filter((line) => line.includes(this.#line)).length
    if (starts > this.#starts) {
      this.#starts = starts
      return 'SUCCESS'
    }
    if ((await docker('inspect', '--format', '{{.State.Status}}', id)).trim() !== 'exited') return 'PENDING'
    throw new Error(`a container ended before it was ready:\n${lines.slice(-10).join('\n')}`)
  }
}

const natsUrl = `nats://catalog:${password}@nats:4222`

async function migrate(network: StartedNetwork, tag: string): Promise<void> {
  const migration = await new BoundContainer(`catalog/import-service:${tag}`, 'migration')
    .withNetwork(network)
    .withEntrypoint(['node', '--disable-warning=ExperimentalWarning', 'bundles/migrate.mjs'])
    .withEnvironment({ CATALOG_DATABASE_URL: databaseUrl('catalog'), CATALOG_NATS_URL: natsUrl })
    .withWaitStrategy(Wait.forOneShotStartup())
    .start()
  await migration.stop()
}

async function startPostgres(network: StartedNetwork): Promise<void> {
  const postgres = await new BoundContainer(upstream('postgres'), 'postgres')
    .withNetwork(network)
    .withNetworkAliases('postgres')
    .withUser('postgres')
    .withEnvironment({ POSTGRES_USER: 'catalog', POSTGRES_PASSWORD: password, POSTGRES_DB: 'catalog' })
    .withTmpFs({ '/tmp': 'rw', '/var/run/postgresql': 'rw' })
    .withHealthCheck({
      // By TCP: while the cluster is being created, the server listens only on a socket.
      test: ['CMD', 'pg_isready', '--host=127.0.0.1', '--username=catalog'],
      interval: 1_000,
      timeout: 5_000,
      retries: 100,
    })
    .withWaitStrategy(Wait.forHealthCheck())
    .start()
  const { exitCode, output } = await postgres.exec([
    'psql',
    '--username=catalog',
    '--dbname=catalog',
    '--command=create role catalog_reader nologin',
    `--command=create role catalog_export login password '${password}' in role catalog_reader`,
  ])
  if (exitCode !== 0) throw new Error(output)
}

function startNats(network: StartedNetwork): Promise<StartedTestContainer> {
  return new BoundContainer(upstream('nats'), 'nats')
    .withNetwork(network)
    .withNetworkAliases('nats')
    .withCommand(['--jetstream', '--store_dir', '/data', '--user', 'catalog', '--pass', password])
    .withBindMounts([{ source: nameOf('nats'), target: '/data' }])
    .withWaitStrategy(new SaysReady('Server is ready'))
    .start()
}
