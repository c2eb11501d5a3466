import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool } from '../../deploy/local/tools.ts'
import type { Watchdog } from '../../deploy/local/processes.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import { buildImages, upstream } from '../containers/engine.ts'
import { createApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { waitFor } from '../support/wait-for.ts'
import { baseValues, createInstallation } from './chart.ts'
import type { Installation } from './chart.ts'
import { createClientTools, loadImages } from './client-tools.ts'
import type { ClientTools } from './client-tools.ts'
import { run, runWell } from './commands.ts'
import { startHelper } from './helper.ts'
import type { Helper } from './helper.ts'
import { bucket, databasePod, named, natsUsers, secret, serverObjects } from './servers.ts'

/** The servers in the test's own namespace, with the tools of an operator and a merchant. */
export interface Lab {
  tools: ClientTools
  helper: Helper
  api: Api
  installation: Installation
  /** Of the images; `next` names the same ones. */
  tags: { current: string; next: string }
  /** Runs statements as the owner of the tables. */
  sql: (statements: string) => Promise<string>
  /** Number of a storefront's objects in the bucket, at most 1,000 (one page of the list). */
  objectsInBucket: (storefront: string) => Promise<number>
}

const mark = { 'catalog.test/owner': 'test-cluster' }
const psql = ['psql', '-U', 'catalog', '-d', 'catalog', '-At', '-v', 'ON_ERROR_STOP=1']
const emulatorImage = 'catalog-cluster-test/fake-gcs-server:local'

export type Tags = Lab['tags']

export interface LabOptions {
  /** One that does not exist, or that `removeLab` may remove. */
  namespace: string
  tags: Tags
  watchdog: Watchdog
  say: (sentence: string) => void
  /** Receives the warnings of the API server. */
  warnings: string[]
}

export async function openLab({ namespace, tags, watchdog, say, warnings }: LabOptions): Promise<Lab> {
  const tools = createClientTools(namespace, await findTool('helm3', { say }), warnings)
  await makeNamespace(tools)

  const nats = Object.fromEntries(natsUsers.map((user) => [user, newPassword()]))
  const passwords = { database: newPassword(), reader: newPassword(), nats }
  const authSecret = randomBytes(32).toString('hex')
  await tools.apply(serverObjects(passwords, emulatorImage))
  const helper = await startHelper(tools, watchdog)
  for (const name of ['postgres', 'nats', 'gcs']) {
    await tools.kubectl(['rollout', 'status', `statefulset/${name}`, '--timeout=600s'])
  }
  const sql = (statements: string) =>
    tools.kubectl(['exec', '-i', databasePod, '--', ...psql], { input: statements })
  await sql(`create role catalog_reader nologin;
    create role catalog_export login password '${passwords.reader}' in role catalog_reader;`)
  // A node may learn a Service's address shortly after the pod is ready.
  await waitFor(
    'the bucket to be made',
    async () => {
      const status = await helper.evaluate(
        `const made = await fetch('http://gcs:4443/storage/v1/b?project=test', { method: 'POST',
           headers: { 'content-type': 'application/json' }, body: '{"name":"${bucket}"}' }).catch(() => undefined)
         if (made?.ok === false) throw new Error(await made.text())
         console.log(made?.status ?? 'unreachable')`,
      )
      return status.trim() === '200'
    },
    { timeoutMs: 300_000, everyMs: 200 },
  )

  const keys: Record<string, Record<string, string>> = {
    'import-service': { 'database-url': databaseUrlOf('catalog', passwords.database) },
    'export-service': { 'database-url': databaseUrlOf('catalog_export', passwords.reader) },
    gateway: { 'auth-secret': authSecret },
  }
  await tools.apply(
    serviceNames.map((name) =>
      secret(`catalog-${name}`, { 'nats-url': `nats://${name}:${nats[name]}@nats:4222`, ...keys[name] }),
    ),
  )

  const values = baseValues({ namespace, tag: tags.current, allowedHost: helper.host })
  return {
    tools,
    helper,
    api: createApi({ baseUrl: helper.gatewayUrl, secret: authSecret }),
    installation: createInstallation(tools, values, async () => {
      await helper.findGateway()
      const url = `${helper.gatewayUrl()}/readyz`
      await waitFor('the gateway to be reached', () => fetch(url).then(({ ok }) => ok, isFalse), {
        timeoutMs: 300_000,
        everyMs: 100,
      })
    }),
    tags,
    sql,
    objectsInBucket: async (storefront) =>
      Number(
        await helper.evaluate(
          `const found = await fetch('http://gcs:4443/storage/v1/b/${bucket}/o?prefix=product-images/${storefront}/')
           console.log((await found.json()).items?.length ?? 0)`,
        ),
      ),
  }
}

/** Begins with a letter, because NATS parses it as a word of its configuration. */
function newPassword(): string {
  return `p${randomBytes(18).toString('hex')}`
}

function databaseUrlOf(login: string, password: string): string {
  return `postgres://${login}:${password}@postgres:5432/catalog`
}

/** Removes everything that a lab created, in this run or in a killed one. */
export async function removeLab(namespace: string): Promise<void> {
  const { code, stdout } = await run('kubectl', ['get', 'namespace', namespace, '-o', 'json'])
  if (code !== 0) return
  const found: { metadata: { labels?: Record<string, string> } } = JSON.parse(stdout)
  for (const [label, value] of Object.entries(mark)) {
    if (found.metadata.labels?.[label] === value) continue
    throw new Error(`there is a namespace ${namespace} which is not this suite's: it has no label ${label}`)
  }
  await runWell('kubectl', ['delete', 'namespace', namespace, '--wait=false'])
  // There are no more requests, so no pod needs time to drain.
  await runWell('kubectl', ['delete', 'pods', '--all', '-n', namespace, '--force', '--grace-period=0'])
  await runWell('kubectl', ['wait', '--for=delete', `namespace/${namespace}`, '--timeout=400s'])
}

async function makeNamespace(tools: ClientTools): Promise<void> {
  await removeLab(tools.namespace)
  const restricted = Object.fromEntries(
    ['enforce', 'warn', 'audit'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
  )
  const made = named('v1', 'Namespace', tools.namespace)
  await tools.apply([{ ...made, metadata: { ...made.metadata, labels: { ...mark, ...restricted } } }])
}

export interface Images {
  tags: Tags
  /** Until ours are on the nodes; those of the servers are there already. */
  ours: Promise<void>
}

/** Our images, by two names each, the servers' and the emulator's, on the nodes. */
export async function prepareImages(say: (sentence: string) => void): Promise<Images> {
  const current = await buildImages()
  const next = `${current}-next`
  const names = serviceNames.map((name) => `catalog/${name}`)
  await makeEmulatorImage(say)
  try {
    await loadImages([upstream('postgres'), upstream('nats'), upstream('node'), emulatorImage])
  } finally {
    await docker('rmi', emulatorImage)
  }
  const loadOurs = async () => {
    for (const image of names) await docker('tag', `${image}:${current}`, `${image}:${next}`)
    try {
      await loadImages(names.flatMap((image) => [`${image}:${current}`, `${image}:${next}`]))
      say('our images are on the nodes')
    } finally {
      await docker('rmi', ...names.map((image) => `${image}:${next}`))
    }
  }
  return { tags: { current, next }, ours: loadOurs() }
}

async function makeEmulatorImage(say: (sentence: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-emulator-'))
  try {
    await copyFile(await findTool('fakeGcsServer', { say }), join(folder, 'fake-gcs-server'))
    const where = ['-scheme', 'http', '-backend', 'memory', '-public-host', 'gcs:4443', '-log-level', 'error']
    await writeFile(
      join(folder, 'Dockerfile'),
      `FROM ${upstream('node')}\nCOPY fake-gcs-server /\nENTRYPOINT ${JSON.stringify(['/fake-gcs-server', ...where])}\n`,
    )
    await docker('build', '--quiet', '--tag', emulatorImage, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function docker(...args: string[]): Promise<string> {
  return runWell('docker', args, { timeoutMs: 600_000 })
}

const isFalse = () => false
