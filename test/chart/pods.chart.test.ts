import { chmod, mkdtemp, mkdtempDisposable, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DraftPage } from '@catalog/contracts'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { connect } from 'nats'
import { runQuietly } from '../../deploy/local/commands.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { bundleServices, flagsOf, mainOf, serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import { createApi } from '../support/api.ts'
import { csvOf } from '../support/canonical-file.ts'
import { createDatabase } from '../support/database.ts'
import { describeInNamespace } from '../support/describe-in-namespace.ts'
import { startImageHost } from '../support/image-host.ts'
import type { ImageHost } from '../support/image-host.ts'
import { startNats } from '../support/nats.ts'
import { startPodProcess } from './support/pod-process.ts'
import type { PodProcess } from './support/pod-process.ts'
import { podRefusal, root } from './support/pod-sandbox.ts'
import { podsOf, render } from './support/render.ts'

/*
 * Each pod of the chart as a process of this machine: the environment of the rendered Deployment, its user and a
 * read-only file system, with this test's servers in place of the cluster's. Where the machine allows no namespace of
 * mounts, it is left out, but for CI, where it fails.
 */
const authSecret = 'a secret of at least thirty-two bytes'
const bundles = await bundleServices()
const commandOf = (name: ServiceName) => [process.execPath, ...flagsOf(name), join(bundles, mainOf(name))]

const refusal = podRefusal(find(specsWith('/srv/catalog', 'cdn.example:80'), 'catalog-export-service'))
describeInNamespace('as the pods of the chart', refusal, () => {
  const undo = new AsyncDisposableStack()
  const services = new Map<ServiceName, PodProcess>()
  let specs = new Map<string, IPodSpec>()
  let images: ImageHost
  let commandLine = ''
  let servers: Record<string, string> = {}
  const watchdog = startWatchdog()

  beforeAll(async () => {
    undo.defer(() => watchdog[Symbol.asyncDispose]())
    const [database, nats] = await Promise.all([createDatabase(), startNats()])
    images = await startImageHost()
    undo.use(database)
    undo.use(nats)
    undo.use(images)
    servers = { CATALOG_NATS_URL: nats.url, CATALOG_DATABASE_URL: database.url }
    const { path: folder } = undo.use(await mkdtempDisposable(join(root, '.catalog', 'objects-of-a-pod-')))
    const { path: built } = undo.use(
      await mkdtempDisposable(join(root, '.catalog', 'command-line-of-a-pod-')),
    )
    await runQuietly('node_modules/.bin/vite', ['build', 'packages/cli', '--outDir', built])
    // Another user runs it.
    await chmod(built, 0o755)
    commandLine = join(built, 'catalog.js')
    specs = specsWith(folder, images.host)
    await Promise.all(
      serviceNames.map(async (name) => {
        const instead = {
          CATALOG_NATS_URL: nats.url,
          CATALOG_DATABASE_URL: name === 'export-service' ? database.readerUrl : database.url,
          CATALOG_AUTH_SECRET: authSecret,
          // All four share this machine's addresses.
          CATALOG_HOST: '127.0.0.1',
          CATALOG_HEALTH_HOST: '127.0.0.1',
          CATALOG_PORT: '0',
          CATALOG_HEALTH_PORT: '0',
        }
        const started = await startPodProcess(
          { spec: specOf(name), command: commandOf(name), instead, watchdog },
          { untilReady: true },
        )
        services.set(name, started)
      }),
    )
  })
  afterAll(() => undo.disposeAsync())

  const specOf = (name: string) => find(specs, `catalog-${name}`)
  const gatewayUrl = () => `http://127.0.0.1:${find(services, 'gateway').ports.http}`
  const api = createApi({ baseUrl: gatewayUrl, secret: authSecret })
  /** Runs the pod's own command. */
  const runToEnd = async (name: string, instead: Record<string, string>) => {
    const spec = specOf(name)
    const [node, ...args] = spec.containers[0]?.command ?? []
    expect(node).toBe('node')
    const command = [process.execPath, ...args.map((arg) => arg.replace(/^bundles(?=\/)/, bundles))]
    const { ended, lines } = await startPodProcess(
      { spec, command, instead, watchdog },
      { untilReady: false },
    )
    return { how: await ended, lines }
  }

  test.each(serviceNames)('%s passes its three probes', async (name) => {
    const { startupProbe, livenessProbe, readinessProbe } = specOf(name).containers[0] ?? {}
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      const port = find(services, name).ports[String(probe?.httpGet?.port)]
      const answer = await fetch(`http://127.0.0.1:${port}${probe?.httpGet?.path}`)
      expect([probe?.httpGet?.path, answer.status]).toEqual([probe?.httpGet?.path, 200])
    }
  })

  test('the services do their work: a file lands, its picture is kept, and it comes out again', async () => {
    const csv = csvOf([
      { handle: 'pot', title: 'Pot', variant_price: '25', image_url: images.url('/pot.jpg') },
    ])
    const { draft_id } = await api.upload(csv)
    const { run_id } = await api.confirm(draft_id)
    const run = await api.waitForRun(run_id)
    expect(run.image_counts).toMatchObject({ fetched: 1, rejected: 0, failed: 0 })
    const picture = await api.request(`/api/products/images/${run.image_outcomes[0]?.image_id}/original`)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(await (await api.request('/api/products/export')).text()).toContain('pot,')
  })

  test('the test that helm runs finds the gateway well', async () => {
    const { how, lines } = await runToEnd('gateway-answers', { GATEWAY: gatewayUrl() })
    expect([how, lines]).toEqual([
      'with code 0',
      ['/readyz answers 200', '/api/openapi.json answers 200', 'a request without a token is refused'],
    ])
  })

  test('the migration makes the tables of an empty database, and the queue of an empty NATS', async () => {
    await using empty = await createDatabase({ migrated: false })
    await using nats = await startNats()
    const instead = { CATALOG_DATABASE_URL: empty.url, CATALOG_NATS_URL: nats.url }
    const { how, lines } = await runToEnd('migration', instead)
    expect([how, lines]).toMatchObject([
      'with code 0',
      [
        { message: 'migrated', migrations: expect.arrayContaining([expect.stringMatching(/^001/)]) },
        { message: 'provisioned', stream: 'CATALOG_IMAGES', consumer: 'image-service' },
      ],
    ])
    const client = await connect({ servers: nats.url })
    const queue = await (await client.jetstreamManager()).consumers.info('CATALOG_IMAGES', 'image-service')
    await client.close()
    expect(queue.config.max_ack_pending).toBe(4)
  })

  test('the Job that erases a storefront does so, by way of image-service', async () => {
    const { how, lines } = await runToEnd('erase-storefront', servers)
    expect([how, lines.at(-1)]).toMatchObject([
      'with code 0',
      { message: 'erased, 0 left', storefront_id: 'nobody', left: 0 },
    ])
  })

  test('a feed applies its file once, and leaves a risk to a person, one draft at a time', async () => {
    const feeds = '/feeds'
    const spec = structuredClone(specOf('feed-prices'))
    const [container] = spec.containers
    const [node, program, ...args] = container?.command ?? []
    expect([node, program]).toEqual(['node', 'command-line/catalog.js'])
    const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === feeds)
    if (mount === undefined) throw new Error('the feed has no volume')
    // This machine has no such folder.
    mount.mountPath = await mkdtemp(join(root, '.catalog', 'feeds-of-a-pod-'))
    undo.defer(() => rm(mount.mountPath, { recursive: true }))
    const own = args.map((arg) => arg.replace(feeds, mount.mountPath))
    const instead = { CATALOG_URL: gatewayUrl(), CATALOG_TOKEN: api.token('fed') }
    const feed = async (price: string) => {
      const csv = csvOf([{ handle: 'pot', title: 'Pot', variant_price: price }])
      const write = 'printf %s "$1" > "$0"; shift; exec "$@"'
      const command = ['sh', '-ec', write, join(mount.mountPath, 'prices.csv'), csv]
      const { ended, lines } = await startPodProcess(
        { spec, command: command.concat(process.execPath, commandLine, own), instead, watchdog },
        { untilReady: false },
      )
      return { how: await ended, text: lines.map(String).join('\n') }
    }
    expect(await feed('25')).toMatchObject(said('Applied: 1 row added'))
    expect(await feed('25')).toMatchObject(said('There is nothing to change.'))
    expect(await feed('5')).toMatchObject(said('the draft is left to a person', 'with code 3'))
    expect(await feed('5')).toMatchObject(said('Nothing was uploaded', 'with code 3'))
    const { drafts } = await api.json<DraftPage>('/api/products/imports', { storefront: 'fed' })
    expect(drafts.map(({ file_name: name }) => name)).toEqual(['prices.csv'])
    await api.confirm(drafts[0]?.draft_id ?? '', { storefront: 'fed' })
    expect(await feed('5')).toMatchObject(said('There is nothing to change.'))
  })

  test('nothing can be written but the volumes, by a user without any rights', async () => {
    const spec = structuredClone(specOf('image-service'))
    for (const container of spec.containers) container.env = []
    const volumes = (spec.containers[0]?.volumeMounts ?? []).map(({ mountPath }) => mountPath)
    expect(volumes).toHaveLength(2)
    const places = ['/', root, '/var/tmp', '/etc', '/root', ...volumes]
    const { ended, lines } = await startPodProcess(
      {
        spec,
        command: [process.execPath, '--eval', writingTo(places)],
        instead: {},
        watchdog,
      },
      { untilReady: false },
    )
    expect(await ended).toBe('with code 0')
    expect(lines).toEqual([
      {
        written: volumes,
        ...(process.getuid?.() === 0 && { uid: 10001, gid: 10001 }),
        rights: ['0000000000000000', '0000000000000000', '1'],
      },
    ])
  })

  test.each(serviceNames)('%s stops in peace within its grace period', async (name) => {
    expect(await find(services, name).stop()).toBe('with code 0')
  })
})

function said(text: string, how = 'with code 0') {
  return { how, text: expect.stringContaining(text) }
}

/** Says, as JSON, where it could write, as whom, and with which effective and bounding capabilities. */
function writingTo(places: string[]): string {
  return `
    const fs = require('fs')
    const written = ${JSON.stringify(places)}.filter((place) => {
      try { fs.writeFileSync(place + '/catalog-pod-was-here', ''); return true } catch { return false }
    })
    const status = fs.readFileSync('/proc/self/status', 'utf8')
    const rights = ['CapEff', 'CapBnd', 'NoNewPrivs'].map((name) => status.match(name + ':\\\\s*(\\\\w+)')[1])
    const account = ${process.getuid?.() === 0} ? { uid: process.getuid(), gid: process.getgid() } : {}
    console.log(JSON.stringify({ written, ...account, rights }))
  `
}

function specsWith(folder: string, imageHost: string): Map<string, IPodSpec> {
  const objects = render({
    objectStore: { kind: 'filesystem', bucket: folder, filesystem: { volume: 'emptyDir' } },
    images: { allowedHosts: [imageHost] },
    // How it drains is in gateway-drains.test.ts.
    services: { 'image-service': { replicas: 1 }, gateway: { drainSeconds: 1 } },
    nats: { replicas: 1 },
    networkPolicy: { enabled: false },
    eraseStorefront: 'nobody',
    feeds: [
      {
        name: 'prices',
        schedule: '@hourly',
        path: 'prices.csv',
        storefront: 'fed',
        tokenSecret: 'token',
        failOn: ['price_falls'],
      },
    ],
    feedsVolume: { claimName: 'files' },
  })
  return new Map([...podsOf(objects)].map(([name, { spec }]) => [name, spec]))
}

function find<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`there is no ${String(key)}`)
  return value
}
