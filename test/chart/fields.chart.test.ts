import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { checkFields } from './support/check-fields.ts'
import {
  chart,
  namespace,
  ofKind,
  readValueFile,
  release,
  render,
  runHelm,
  valueFiles,
} from './support/render.ts'
import type { Manifest } from './support/render.ts'

// Helm 4 makes the same of every file, so one shows whether its lint asks for more.
test.each([...valueFiles.map((file) => [3, file] as const), [4, 'full.yaml'] as const])(
  'Helm %d finds nothing wrong with the chart with %s',
  (major, file) => {
    const output = runHelm(
      major,
      ['lint', chart, '--strict', '--kube-version', '1.34.0', '--values', '-'],
      readValueFile(file),
    )
    expect(output).toContain('0 chart(s) failed')
    expect(output).not.toMatch(/\[(WARNING|ERROR)\]/)
  },
)

describe.each(valueFiles)('with %s', (file) => {
  test('Helm 3 and Helm 4 make the same of it', () => {
    const [three, four] = [render(readValueFile(file), 3), render(readValueFile(file), 4)]
    expect(four).toEqual(three)
    expect(three.length).toBeGreaterThan(12)
  })

  test('every object has only fields that its kind knows, and all that it needs', () => {
    for (const object of render(readValueFile(file))) {
      expect([nameOf(object), checkFields(object)]).toEqual([nameOf(object), []])
    }
  })
})

test('between them the value files make every kind of object that the chart has', () => {
  const kinds = new Set(valueFiles.flatMap((file) => render(readValueFile(file)).map(({ kind }) => kind)))
  expect([...kinds].toSorted()).toEqual([
    'BackendConfig',
    'CronJob',
    'Deployment',
    'GCPBackendPolicy',
    'HTTPRoute',
    'HealthCheckPolicy',
    'HorizontalPodAutoscaler',
    'Ingress',
    'Job',
    'NetworkPolicy',
    'Pod',
    'PodDisruptionBudget',
    'PodMonitor',
    'PodMonitoring',
    'PrometheusRule',
    'Rules',
    'Service',
    'ServiceAccount',
  ])
})

test.each<[string, string, (spec: Record<string, unknown>) => void]>([
  ['a field of another type', 'Deployment', (spec) => Object.assign(spec, { replicas: '2' })],
  ['a missing field', 'Deployment', (spec) => delete spec.selector],
  [
    'a type that GKE does not take',
    'GCPBackendPolicy',
    (spec) => Object.assign(spec, { default: { timeoutSec: '9' } }),
  ],
])('the check sees %s', (_what, kind, spoil) => {
  const object = render(readValueFile('full.yaml')).find((one) => one.kind === kind)
  if (object?.spec === undefined) throw new Error(`no ${kind}`)
  spoil(object.spec)
  expect(checkFields(object)).not.toEqual([])
})

/** Where keys are free. */
const maps = /^(labels|annotations|matchLabels|selector|nodeSelector|requests|limits)$/

test('the check sees an unknown field wherever it is', () => {
  const missed = render(readValueFile('full.yaml')).flatMap((object) =>
    objectsIn(object.spec).flatMap((within) => {
      Object.assign(within, { strange: 1 })
      const isSeen = checkFields(object).length > 0
      Reflect.deleteProperty(within, 'strange')
      return isSeen ? [] : [within]
    }),
  )
  expect(missed).toEqual([])
})

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const isOfFields = Object.entries(value).filter(
    ([key, each]) => !maps.test(key) || 'matchLabels' in Object(each),
  )
  return [value, ...isOfFields.flatMap(([, each]) => objectsIn(each))]
}

test.each([
  [false, 1, 'Recreate'],
  [true, 2, 'RollingUpdate'],
] as const)('with a claim, shared %j, image-service can have %d replicas: %s', (shared, replicas, type) => {
  const objects = render({
    ...parse(readValueFile('minimal.yaml')),
    objectStore: {
      kind: 'filesystem',
      bucket: '/var/lib/catalog/objects',
      filesystem: { volume: 'claim', claimName: 'images', shared },
    },
    services: { 'image-service': { replicas } },
  })
  const deployment = ofKind(objects, 'Deployment').find(({ metadata }) =>
    metadata?.name?.endsWith('image-service'),
  )
  expect(deployment?.spec).toMatchObject({ replicas, strategy: { type } })
})

test('the notes tell the next commands', () => {
  const [minimal, full] = [notes('minimal.yaml'), notes('full.yaml')]
  expect(minimal).toContain('helm test catalog -n shop')
  expect(minimal).toContain('subject/ns/shop/sa/catalog-image-service')
  expect(full).toContain('https://catalog.example.com/')
  expect(full).toContain('it acts as catalog-images@shop-platform.iam.gserviceaccount.com')
  expect(full).toContain('postgres-of-migration: url')
  expect(notes('without-policies.yaml')).toContain('NetworkPolicies are off')
})

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`
}

function notes(file: string): string {
  const output = runHelm(
    4,
    ['install', release, chart, '--dry-run=client', '--namespace', namespace, '--values', '-'],
    readValueFile(file),
  )
  return output.slice(output.indexOf('NOTES:'))
}
