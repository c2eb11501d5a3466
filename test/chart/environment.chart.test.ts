import { readConfig } from '@catalog/runtime'
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar'
import { describe, expect, test } from '@jest/globals'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import { configSchemas } from '../support/config-schemas.ts'
import { stringify } from 'yaml'
import { ofKind, podsOf, readValueFile, render, valueFiles } from './support/render.ts'

/** Read by Node, libuv, glibc, libvips and telemetry. */
const variablesOfOthers = [
  'CATALOG_LOG_LEVEL',
  'MALLOC_ARENA_MAX',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'UV_THREADPOOL_SIZE',
  'VIPS_BLOCK_UNTRUSTED',
]

/** The content of the Secrets, as far as the chart knows it. */
const secretValues: Record<string, string> = {
  CATALOG_NATS_URL: 'nats://gateway:password@nats:4222',
  CATALOG_DATABASE_URL: 'postgres://catalog:password@postgres/catalog',
  CATALOG_AUTH_SECRET: 'x'.repeat(32),
  CATALOG_AUTH_PREVIOUS_SECRET: 'y'.repeat(32),
}

const releases = valueFiles.map((file) => ({ file, envs: environmentsOf(file) }))

describe.each(releases)('with $file', ({ envs }) => {
  test.each(serviceNames)('%s knows each variable that it gets, and misses none', (name) => {
    const env = envs[name]
    const known = new Set([...Object.keys(configSchemas[name].shape), ...variablesOfOthers])
    expect(env.map(({ name: variable }) => variable).filter((variable) => !known.has(variable))).toEqual([])
    expect(new Set(env.map(({ name: variable }) => variable)).size).toBe(env.length)

    const values = Object.fromEntries(
      env.map(({ name: variable, value, valueFrom }) => [
        variable,
        valueFrom?.secretKeyRef === undefined ? value : secretValues[variable],
      ]),
    )
    expect(() => readConfig(configSchemas[name], values)).not.toThrow()
  })

  test('what is secret comes out of a Secret, by its name and key', () => {
    for (const { name, value, valueFrom } of serviceNames.flatMap((service) => envs[service])) {
      const isSecret = Object.hasOwn(secretValues, name) || name === 'OTEL_EXPORTER_OTLP_HEADERS'
      expect([name, value === undefined]).toEqual([name, isSecret])
      if (!isSecret) continue
      expect(valueFrom?.secretKeyRef?.name).toMatch(/^[a-z][-a-z]+$/)
      expect(valueFrom?.secretKeyRef?.key).toMatch(/^[-a-z]+$/)
    }
  })

  test('only import-service and export-service get a database', () => {
    const withDatabase = serviceNames.filter((name) =>
      envs[name].some((variable) => variable.name === 'CATALOG_DATABASE_URL'),
    )
    expect(withDatabase).toEqual(['import-service', 'export-service'])
  })
})

test.each(serviceNames)('between them the value files set every setting of %s', (name) => {
  const set = new Set(releases.flatMap(({ envs }) => envs[name].map((variable) => variable.name)))
  expect(Object.keys(configSchemas[name].shape).filter((variable) => !set.has(variable))).toEqual([])
})

test.each([{ configMap: 'cas', key: 'root.pem' }, { secret: 'cas' }])(
  'every pod that connects to a server trusts the CAs of %o',
  (caBundle) => {
    const objects = render(readValueFile('full.yaml').replace(/^caBundle:.*$/m, '') + stringify({ caBundle }))
    const pods = [...podsOf(objects)].filter(([name]) => !name.endsWith('-gateway-answers'))
    expect(pods).toHaveLength(8)
    for (const [name, { spec }] of pods) {
      const [container] = spec.containers
      const path = container?.env?.find((variable) => variable.name === 'NODE_EXTRA_CA_CERTS')?.value
      const volume = spec.volumes?.find((one) => one.name === 'ca')
      const folder = container?.volumeMounts?.find((mount) => mount.name === 'ca')?.mountPath
      const source = volume?.configMap ?? volume?.secret
      expect([name, source?.items]).toEqual([name, [{ key: caBundle.key ?? 'ca.crt', path: 'ca.crt' }]])
      expect([name, volume?.configMap?.name ?? volume?.secret?.secretName]).toEqual([name, 'cas'])
      expect([name, path]).toEqual([name, `${folder}/ca.crt`])
    }
  },
)

test('the cluster’s ranges are refused by the address guard too', () => {
  const value = releases
    .find(({ file }) => file === 'full.yaml')
    ?.envs['image-service'].find((variable) => variable.name === 'CATALOG_IMAGE_DENIED_CIDRS')?.value
  expect(value?.split(',')).toEqual([
    '34.118.224.0/20',
    'fd20:1::/64',
    '240.8.0.0/14',
    '2600:1900:4000:100::/64',
    '10.0.0.0/8',
    '203.0.113.0/24',
    '2a00:1450:4000::/36',
  ])
})

function environmentsOf(file: string): Record<ServiceName, IEnvVar[]> {
  const deployments = ofKind(render(readValueFile(file)), 'Deployment')
  const of = (service: ServiceName) =>
    deployments.find(({ metadata }) => metadata?.name?.endsWith(`-${service}`))?.spec?.template.spec
      ?.containers[0]?.env ?? []
  return {
    'import-service': of('import-service'),
    'export-service': of('export-service'),
    'image-service': of('image-service'),
    gateway: of('gateway'),
  }
}
