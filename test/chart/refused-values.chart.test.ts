import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readValueFile, render } from './support/render.ts'

interface Refused {
  what: string
  values: Tree
  /** The key that the message names, as a path or as the schema writes it. */
  key: string
}

interface Tree {
  [key: string]: unknown
}

const service = (name: string, values: Tree) => ({ services: { [name]: values } })
const files = (values: Tree, more: Tree = {}) => ({
  objectStore: { kind: 'filesystem', bucket: '/var/lib/catalog/objects', ...values },
  ...service('image-service', { replicas: 1, ...more }),
})

/** Each in addition to minimal.yaml. */
const contradictions: Refused[] = [
  { what: 'no bucket', values: { objectStore: { bucket: '' } }, key: 'objectStore.bucket' },
  {
    what: 'a bucket as a URL',
    values: { objectStore: { bucket: 'gs://images' } },
    key: 'objectStore.bucket',
  },
  {
    what: 'a volume beside a bucket of Cloud Storage',
    values: { objectStore: { filesystem: { volume: 'emptyDir' } } },
    key: 'objectStore.filesystem',
  },
  { what: 'files without a volume', values: files({}), key: 'objectStore.filesystem.volume' },
  {
    what: 'files in a bucket’s name',
    values: files({ bucket: 'images', filesystem: { volume: 'emptyDir' } }),
    key: 'objectStore.bucket',
  },
  {
    what: 'a volume in place of a folder of the system',
    values: files({ bucket: '/usr', filesystem: { volume: 'emptyDir' } }),
    key: 'objectStore.bucket',
  },
  {
    what: 'a claim without its name',
    values: files({ filesystem: { volume: 'claim' } }),
    key: 'objectStore.filesystem.claimName',
  },
  {
    what: 'a claim for an emptyDir',
    values: files({ filesystem: { volume: 'emptyDir', claimName: 'images' } }),
    key: 'objectStore.filesystem.claimName',
  },
  {
    what: 'files of two replicas',
    values: files({ filesystem: { volume: 'claim', claimName: 'images' } }, { replicas: 2 }),
    key: 'services.image-service.replicas',
  },
  {
    what: 'an emulator for files',
    values: files({ endpoint: 'http://gcs:4443', filesystem: { volume: 'emptyDir' } }),
    key: 'objectStore.endpoint',
  },
  {
    what: 'a Google service account for files',
    values: files(
      { filesystem: { volume: 'emptyDir' } },
      {
        serviceAccount: { annotations: { 'iam.gke.io/gcp-service-account': 'a@b.iam.gserviceaccount.com' } },
      },
    ),
    key: 'services.image-service.serviceAccount.annotations',
  },
  { what: 'the tag latest', values: { image: { tag: 'latest' } }, key: 'image.tag' },
  {
    what: 'the tag latest of one service',
    values: service('gateway', { image: { tag: 'latest' } }),
    key: 'services.gateway.image.tag',
  },
  {
    what: 'a digest beside a tag',
    values: service('gateway', { image: { tag: '1', digest: `sha256:${'0'.repeat(64)}` } }),
    key: 'services.gateway.image.digest',
  },
  {
    what: 'more replicas at least than at most',
    values: service('gateway', { autoscaling: { minReplicas: 9 } }),
    key: 'services.gateway.autoscaling.minReplicas',
  },
  {
    what: 'autoscaling by a share of nothing',
    values: service('export-service', { resources: { requests: { cpu: null } } }),
    key: 'services.export-service.resources.requests.cpu',
  },
  {
    what: 'a variable that the chart sets',
    values: service('gateway', { env: { CATALOG_PORT: 80 } }),
    key: 'services.gateway.env.CATALOG_PORT',
  },
  {
    what: 'a setting around the values',
    values: service('gateway', { env: { CATALOG_LIMIT_DOWNLOADS: 1 } }),
    key: 'services.gateway.env.CATALOG_LIMIT_DOWNLOADS',
  },
  {
    what: 'a token in the clear',
    values: service('gateway', { env: { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer x' } }),
    key: 'services.gateway.env.OTEL_EXPORTER_OTLP_HEADERS',
  },
  {
    what: 'a password in an address',
    values: service('gateway', { env: { HTTPS_PROXY: 'http://me:secret@proxy:3128' } }),
    key: 'services.gateway.env.HTTPS_PROXY',
  },
  {
    what: 'a variable twice',
    values: service('gateway', { env: { X: 1 }, secretEnv: { X: { name: 'a', key: 'b' } } }),
    key: 'services.gateway.env.X',
  },
  {
    what: 'the database for image-service',
    values: service('image-service', { secretEnv: { CATALOG_DATABASE_URL: { name: 'a', key: 'b' } } }),
    key: 'services.image-service.secretEnv.CATALOG_DATABASE_URL',
  },
  {
    what: 'a secret beside a key set',
    values: {
      auth: { jwksUrl: 'https://login.example.com/jwks.json' },
      ...service('gateway', { secrets: { authSecret: { name: 'tokens' } } }),
    },
    key: 'services.gateway.secrets.authSecret.name',
  },
  { what: 'RS256 with a secret', values: { auth: { algorithms: ['RS256'] } }, key: 'auth.algorithms' },
  {
    what: 'HS256 with public keys',
    values: { auth: { jwksUrl: 'https://login.example.com/jwks.json', algorithms: ['HS256'] } },
    key: 'auth.algorithms',
  },
  {
    what: 'policies that cut PostgreSQL off',
    values: { networkPolicy: { postgresql: { cidrs: [] } } },
    key: 'networkPolicy.postgresql',
  },
  {
    what: 'policies that cut NATS off',
    values: { networkPolicy: { nats: { podLabels: null } } },
    key: 'networkPolicy.nats',
  },
  {
    what: 'policies that cut traces off',
    values: { tracing: { endpoint: 'http://collector:4318' } },
    key: 'networkPolicy.tracing',
  },
  {
    what: 'a whole namespace opened',
    values: { networkPolicy: { postgresql: { namespace: 'postgres' } } },
    key: 'networkPolicy.postgresql.podLabels',
  },
  { what: 'hosts of nothing', values: { exposure: { hosts: ['a.example'] } }, key: 'exposure.hosts' },
  {
    what: 'a route of no Gateway',
    values: { exposure: { kind: 'gateway-api' } },
    key: 'exposure.gatewayApi.name',
  },
  {
    what: 'a Gateway for an Ingress',
    values: { exposure: { kind: 'ingress', gatewayApi: { name: 'shop' } } },
    key: 'exposure.gatewayApi.name',
  },
  {
    what: 'a certificate of an Ingress for a Gateway',
    values: {
      exposure: { kind: 'gateway-api', gatewayApi: { name: 'shop' }, ingress: { tlsSecretName: 'tls' } },
    },
    key: 'exposure.ingress',
  },
  {
    what: 'a label that selectors go by',
    values: service('gateway', { pod: { labels: { 'app.kubernetes.io/component': 'edge' } } }),
    key: 'services.gateway.pod.labels',
  },
  {
    what: 'a label that the chart sets',
    values: { labels: { 'helm.sh/chart': 'mine' } },
    key: 'labels',
  },
  {
    what: 'a name that leaves no room',
    values: { fullnameOverride: 'a-name-that-is-longer-than-what-fits-here' },
    key: 'fullnameOverride',
  },
]

const offSchema: Refused[] = [
  { what: 'an unknown key', values: { imagePullSecret: 'x' }, key: 'imagePullSecret' },
  { what: 'a misspelt key of a service', values: service('gateway', { replica: 3 }), key: 'replica' },
  { what: 'a fifth service', values: service('mailer', { replicas: 1 }), key: 'mailer' },
  {
    what: 'a password in place of a Secret',
    values: service('gateway', { secrets: { natsUrl: 'nats://gateway:secret@nats' } }),
    key: 'natsUrl',
  },
  {
    what: 'the database for the gateway',
    values: service('gateway', { secrets: { databaseUrl: { name: 'a', key: 'b' } } }),
    key: 'databaseUrl',
  },
  { what: 'an unknown object store', values: { objectStore: { kind: 's3' } }, key: 'objectStore/kind' },
  { what: 'half a replica', values: service('gateway', { replicas: 1.5 }), key: 'replicas' },
  {
    what: 'autoscaling of import-service',
    values: service('import-service', { autoscaling: {} }),
    key: 'autoscaling',
  },
  {
    what: 'an address for a range',
    values: { cluster: { podCidrs: ['10.4.0.0'] } },
    key: 'cluster/podCidrs',
  },
  {
    what: 'a range that is none',
    values: { images: { deniedCidrs: ['10.4.0.300/8'] } },
    key: 'images/deniedCidrs',
  },
  { what: 'an unknown dataplane', values: { cluster: { dataplane: 'v3' } }, key: 'cluster/dataplane' },
  { what: 'a user root', values: { podSecurity: { runAsUser: 0 } }, key: 'podSecurity/runAsUser' },
  { what: 'no limit of memory', values: service('gateway', { resources: { limits: null } }), key: 'limits' },
  { what: 'two copies of a queue', values: { nats: { replicas: 2 } }, key: 'nats/replicas' },
  { what: 'an algorithm none', values: { auth: { algorithms: ['none'] } }, key: 'auth/algorithms' },
  {
    what: 'a key set without a protocol',
    values: { auth: { jwksUrl: 'login.example.com' } },
    key: 'auth/jwksUrl',
  },
  { what: 'an unknown mode', values: { migration: { mode: 'always' } }, key: 'migration/mode' },
  {
    what: 'a host with a scheme',
    values: { exposure: { kind: 'ingress', hosts: ['https://a'] } },
    key: 'exposure/hosts',
  },
]

const minimal = readValueFile('minimal.yaml')

describe('values that contradict each other are refused with a sentence that names the key', () => {
  test.each(contradictions)('$what', ({ values, key }) => {
    const output = refusalOf(values)
    expect(output).toContain(`  - ${key}: `)
    expect(output).toContain('These values do not go together')
  })
})

describe('values that are none of this chart’s are refused by the schema, which names the key', () => {
  test.each(offSchema)('$what', ({ values, key }) => {
    const output = refusalOf(values)
    expect(output).toContain("values don't meet the specifications of the schema")
    expect(output).toContain(key)
  })
})

test('all contradictions are reported at once', () => {
  const output = refusalOf({
    objectStore: { bucket: '' },
    image: { tag: 'latest' },
    exposure: { hosts: ['a.example'] },
  })
  expect(output.match(/^ {2}- /gm)).toHaveLength(3)
})

test('Helm 4 says the same', () => {
  const values = { objectStore: { bucket: '' } }
  expect(refusalOf(values, 4)).toContain('  - objectStore.bucket: ')
  expect(refusalOf({ objectStore: { kind: 's3' } }, 4)).toContain('objectStore/kind')
})

test('without a word about the environment the chart asks for what it needs', () => {
  expect(() => render('')).toThrow(/objectStore\.bucket: [\s\S]*networkPolicy\.postgresql: /)
})

function refusalOf(values: Tree, major: 3 | 4 = 3): string {
  const merged = merge(parse(minimal), values)
  try {
    render(merged, major)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error(`it was not refused: ${JSON.stringify(values)}`)
}

function merge(base: unknown, over: unknown): Tree {
  const merged: Tree = isTree(base) ? { ...base } : {}
  for (const [key, value] of Object.entries(isTree(over) ? over : {})) {
    merged[key] = isTree(value) && isTree(merged[key]) ? merge(merged[key], value) : value
  }
  return merged
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
