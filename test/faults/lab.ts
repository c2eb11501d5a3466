import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import sharp from 'sharp'
import { imports, ServiceError } from '@catalog/contracts'
import type { Run } from '@catalog/contracts'
import { connectNats, request, upload } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import type { Watchdog } from '../../deploy/local/processes.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import { isUnreachable } from '@catalog/postgres'
import { csvOf } from '../support/canonical-file.ts'
import { createDatabase } from '../support/database.ts'
import { startImageHost } from '../support/image-host.ts'
import type { ImageHost } from '../support/image-host.ts'
import { startNats } from '../support/nats.ts'
import type { TestNats } from '../support/nats.ts'
import { startServiceProcess } from '../support/service-process.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { waitFor } from '../support/wait-for.ts'
import { startBucket } from './bucket.ts'
import type { Bucket } from './bucket.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import type { DatabaseProxy } from './database-proxy.ts'
import { patience } from './fault.ts'
import { startNatsProxy } from './nats-proxy.ts'
import type { NatsProxy } from './nats-proxy.ts'

export interface LabOptions {
  watchdog: Watchdog
  /** Number of replicas of import-service and of image-service. */
  replicas?: number
  /** Use pictures large enough for four renditions. */
  large?: boolean
  /** Run export-service as well. */
  withExports?: boolean
  /** Store renditions in a bucket that stores them one by one, instead of in a folder. */
  withBucket?: boolean
  /** A migrated database; by default one on the run's server. */
  databaseUrl?: string
  /** `host:port` of another image host. */
  otherHost?: string
  /** Pauses between attempts, in milliseconds. */
  pausesMs?: string
}

/** A service of the lab, and the proxy between it and NATS. */
export interface Replica extends ServiceProcess {
  proxy: NatsProxy
}

/**
 * import-service, image-service and, with `withExports`, export-service on servers of their own, with control over
 * everything that they use.
 */
export interface Lab extends AsyncDisposable {
  importService: Replica
  imageService: Replica
  importServices: Replica[]
  imageServices: Replica[]
  /** All of them. */
  services: Replica[]
  pictures: ImageHost
  bucket: Bucket | undefined
  /** Folder of the filesystem object store. */
  objects: string
  nats: TestNats
  /** A connection of the case's own. */
  client: Nats
  database: Pool
  databaseProxy: DatabaseProxy
  /** Confirms an import of this many images, by default of the lab's own storefront and image host. */
  confirm(images: number, of?: { storefront: string; host: ImageHost }): Promise<Run>
  /** Images that were fetched although they were settled. */
  fetchedAgain: string[]
  events(name: string): Record<string, unknown>[]
}

export async function openLab(options: LabOptions): Promise<Lab> {
  const { watchdog, replicas = 1, large = false, withExports = false, pausesMs = '500,1000' } = options
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'catalog-faults-'))
  watchdog.addFolder(folder)
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const objects = join(folder, 'objects')

  const [nats, testDatabase, pictures, bucket] = await Promise.all([
    startNats({ watchdog }),
    options.databaseUrl === undefined ? createDatabase() : undefined,
    startImageHost(large ? await paintLargePicture() : undefined),
    options.withBucket ? startBucket() : undefined,
  ])
  undo.use(testDatabase)
  undo.use(pictures)
  undo.use(bucket)
  undo.use(nats)
  const url = options.databaseUrl ?? testDatabase?.url ?? ''
  const databaseProxy = undo.use(await startDatabaseProxy(url))
  const database = new Pool({ connectionString: url, max: 2 })
  // A server that is being restarted; the next query reconnects.
  database.on('error', () => {})
  undo.defer(() => database.end())
  const client = undo.use(await connectNats({ url: nats.url, name: 'lab', log: quiet }))

  const startReplica = async (name: Exclude<ServiceName, 'gateway'>): Promise<Replica> => {
    const proxy = undo.use(await startNatsProxy(nats.url))
    const env = {
      CATALOG_NATS_URL: proxy.url,
      CATALOG_HEALTH_PORT: '0',
      NODE_OPTIONS: '',
      CATALOG_IMAGE_ALLOWED_HOSTS: [pictures.host, options.otherHost].join(','),
      ...(name !== 'image-service'
        ? { CATALOG_DATABASE_URL: databaseProxy.url, CATALOG_IMAGE_RETRY_PAUSES_MS: pausesMs }
        : {
            CATALOG_OBJECTSTORE_KIND: bucket === undefined ? 'filesystem' : 'gcs',
            CATALOG_OBJECTSTORE_BUCKET: bucket?.name ?? objects,
            ...(bucket && { CATALOG_OBJECTSTORE_ENDPOINT: bucket.endpoint }),
          }),
    }
    const service = await startServiceProcess(name, { env, watchdog })
    undo.defer(() => service.stop('SIGKILL'))
    // Not spread: its pid is a getter.
    return Object.assign(service, { proxy })
  }
  const names = Array.from({ length: replicas }).fill(0)
  const [importServices, imageServices, exportServices] = await Promise.all([
    Promise.all(names.map(() => startReplica('import-service'))),
    Promise.all(names.map(() => startReplica('image-service'))),
    Promise.all(withExports ? [startReplica('export-service')] : []),
  ])
  const [importService] = importServices
  const [imageService] = imageServices
  if (importService === undefined || imageService === undefined) throw new Error('a lab has replicas')

  const fetchedAgain: string[] = []
  pictures.onRequest = async (picture) => {
    const sql = "select from run_images where url = $1 and outcome <> 'pending'"
    const settled = await database.query(sql, [picture]).catch(nullIfAway)
    if (settled?.rowCount) fetchedAgain.push(picture)
  }

  const stack = undo.move()
  return {
    importService,
    imageService,
    importServices,
    imageServices,
    services: [...importServices, ...imageServices, ...exportServices],
    pictures,
    bucket,
    objects,
    database,
    databaseProxy,
    fetchedAgain,
    nats,
    client,
    async confirm(images, { storefront, host } = { storefront: 'lab', host: pictures }) {
      const rows = Array.from({ length: images }, (_, index) => ({
        handle: `pictured-${Math.floor(index / 100)}`,
        title: index % 100 === 0 ? 'Pictured' : '',
        variant_price: index % 100 === 0 ? '1' : '',
        image_url: host.url(`/${index}.jpg`),
      }))
      const file = Buffer.from(csvOf(rows))
      const { draft_id } = await untilReached(() =>
        upload(client, imports.createDraft, { storefront_id: storefront }, oneChunk(file)),
      )
      const { run } = await untilReached(() =>
        request(client, imports.confirmDraft, { storefront_id: storefront, draft_id }),
      )
      return run
    },
    events: (name) =>
      [...importServices, ...imageServices].flatMap((service) =>
        service.events.filter(({ event }) => event === name),
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const quiet = { info: ignore, warn: ignore, error: ignore }

function ignore(): void {}

/** Large enough for all four renditions. */
function paintLargePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

/** A file as the body of an upload. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** While PostgreSQL is down, nothing is settled. */
function nullIfAway(error: unknown): null {
  if (isUnreachable(error)) return null
  throw error
}

/** Repeats a request while a server is down, or the machine so busy that the answer was too late. */
export async function untilReached<Result>(ask: () => Promise<Result>): Promise<Result> {
  const { result } = await waitFor('an answer', () => ask().then(asFound).catch(nullIfTransient), {
    ...patience,
    everyMs: 100,
  })
  return result
}

function asFound<Result>(result: Result): { result: Result } {
  return { result }
}

function nullIfTransient(error: unknown): null {
  if (error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout')) return null
  throw error
}
