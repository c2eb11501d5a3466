import { randomBytes } from 'node:crypto'
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
import { imageOf, makeImage } from './server-images.ts'
import { databasePod, named, natsUsers, secret } from './servers.ts'
import type { Urls } from './servers.ts'
import type { Variant } from './variant.ts'

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
  /** How the services reach PostgreSQL and NATS. */
  urls: Urls
  /** Number of a storefront's objects in the bucket, at most 1,000 (one page of the list). */
  objectsInBucket: (storefront: string) => Promise<number>
}

const mark = { 'catalog.test/owner': 'test-cluster' }
const psql = ['psql', '-U', 'catalog', '-d', 'catalog', '-At', '-v', 'ON_ERROR_STOP=1']

export type Tags = Lab['tags']

export interface LabOptions {
  /** One that does not exist, or that `removeLab` may remove. */
  namespace: string
  tags: Tags
  /** Whose images are on the nodes. */
  variant: Variant
  watchdog: Watchdog
  say: (sentence: string) => void
  /** Receives the warnings of the API server. */
  warnings: string[]
}

export async function openLab(options: LabOptions): Promise<Lab> {
  const { namespace, tags, variant, watchdog, say, warnings } = options
  const { urls, store } = variant
  const tools = createClientTools(namespace, await findTool('helm3', { say }), warnings)
  await makeNamespace(tools)

  const nats = Object.fromEntries(natsUsers.map((user) => [user, newPassword()]))
  const passwords = { database: newPassword(), reader: newPassword(), nats }
  const authSecret = randomBytes(32).toString('hex')
  await tools.apply([...(await variant.servers(passwords, namespace)), ...store.servers()])
  const helper = await startHelper(tools, watchdog, variant.entrance)
  const servers = (await tools.kubectl(['get', 'statefulsets', '-o', 'name'])).trim().split('\n')
  for (const name of servers) await tools.kubectl(['rollout', 'status', name, '--timeout=600s'])
  const sql = (statements: string) =>
    tools.kubectl(['exec', '-i', databasePod, '--', ...psql], { input: statements })
  await sql(`create role catalog_reader nologin;
    create role catalog_export login password '${passwords.reader}' in role catalog_reader;`)
  if (variant.sql !== undefined) await sql(variant.sql)
  await store.makeBucket?.(helper)

  const keys: Record<string, Record<string, string>> = {
    'import-service': { 'database-url': urls.database('catalog', passwords.database) },
    'export-service': { 'database-url': urls.database('catalog_export', passwords.reader) },
    gateway: { 'auth-secret': authSecret },
  }
  await tools.apply(
    serviceNames.map((name) =>
      secret(`catalog-${name}`, { 'nats-url': urls.nats(name, nats[name] ?? ''), ...keys[name] }),
    ),
  )

  const values = baseValues({ namespace, tag: tags.current, allowedHost: helper.host }, variant.values)
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
    urls,
    objectsInBucket: (storefront) => store.countObjects({ helper, tools }, storefront),
  }
}

/** Begins with a letter, because NATS parses it as a word of its configuration. */
function newPassword(): string {
  return `p${randomBytes(18).toString('hex')}`
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
  // It would be asked about pods of the next lab.
  await runWell('kubectl', ['delete', 'mutatingwebhookconfiguration', namespace, '--ignore-not-found'])
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

/** Our images, by two names each, and the servers' of the variant, on the nodes. */
export async function prepareImages(variant: Variant, say: (sentence: string) => void): Promise<Images> {
  const current = await buildImages()
  const next = `${current}-next`
  const names = serviceNames.map((name) => `catalog/${name}`)
  const programs = [...variant.programs, ...variant.store.programs]
  for (const program of programs) await makeImage(program, say)
  const made = programs.map((program) => imageOf(program))
  try {
    await loadImages([upstream('postgres'), upstream('nats'), upstream('node'), ...made])
  } finally {
    await docker('rmi', ...made)
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

function docker(...args: string[]): Promise<string> {
  return runWell('docker', args, { timeoutMs: 600_000 })
}

const isFalse = () => false
