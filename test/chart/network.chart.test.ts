import { describe, expect, test } from '@jest/globals'
import { serviceNames } from '../../deploy/local/services.ts'
import { readNatsValues } from './support/nats-users.ts'
import { networkOf, podOf } from './support/network.ts'
import type { Network, Peer } from './support/network.ts'
import { podsOf, readValueFile, render } from './support/render.ts'

const networkWith = (file: string) => networkOf(render(readValueFile(file)))
const onV2 = networkWith('full.yaml')
const onV1 = networkWith('ingress-on-dataplane-v1.yaml')
const minimal = networkWith('minimal.yaml')

const parts = [...serviceNames, 'migration', 'gateway-answers'] as const
const nats: Peer = { namespace: 'shop', labels: { 'app.kubernetes.io/name': 'nats' } }
const at = (address: string): Peer => ({ address })
/** Of the exporter of the official NATS chart, which asks the server's port 8222 inside the pod. */
const exporterPort = 7777

const opening = (network: Network, fullname: string, to: Peer, port: number, protocol?: string) =>
  parts.filter((part) => network.opens(`${fullname}-${part}`, to, port, protocol))

test('each part reaches what it needs', () => {
  expect(opening(minimal, 'catalog', nats, 4222)).toEqual([...serviceNames, 'migration'])
  expect(opening(minimal, 'catalog', at('10.20.0.5'), 5432)).toEqual([
    'import-service',
    'export-service',
    'migration',
  ])
  expect(opening(minimal, 'catalog', podOf('gateway'), 8080)).toEqual(['gateway-answers'])
})

test('every part asks for names, wherever the cluster’s name servers are', () => {
  for (const protocol of ['UDP', 'TCP']) {
    for (const label of ['kube-dns', 'node-local-dns']) {
      const server: Peer = { namespace: 'kube-system', labels: { 'k8s-app': label } }
      expect(opening(minimal, 'catalog', server, 53, protocol)).toEqual(parts)
    }
    expect(opening(minimal, 'catalog', at('169.254.20.10'), 53, protocol)).toEqual(parts)
    expect(opening(minimal, 'catalog', at('169.254.169.254'), 53, protocol)).toEqual(parts)
  }
})

test('name servers with labels and a port of their own are asked there, and nowhere else', () => {
  const openshift = networkWith('openshift.yaml')
  const labels = { 'dns.operator.openshift.io/daemonset-dns': 'default' }
  const named: Peer = { namespace: 'openshift-dns', labels }
  const other: Peer = { namespace: 'openshift-dns', labels: { 'k8s-app': 'kube-dns' } }
  expect(opening(openshift, 'catalog', named, 5353, 'UDP')).toEqual(parts)
  expect(opening(openshift, 'catalog', named, 53, 'UDP')).toEqual([])
  expect(opening(openshift, 'catalog', other, 5353, 'UDP')).toEqual([])
})

test('only image-service reaches the internet, by the ports of the web', () => {
  for (const address of ['8.8.8.8', '93.184.216.34', '223.255.255.254', '2606:4700::1111']) {
    for (const port of [80, 443])
      expect(opening(minimal, 'catalog', at(address), port)).toEqual(['image-service'])
    for (const port of [22, 25, 8080, 5432])
      expect(opening(minimal, 'catalog', at(address), port)).toEqual([])
  }
})

const inside = [
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  '172.16.0.1',
  '192.0.0.8',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '34.118.224.1',
  '::1',
  '::ffff:10.0.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:a00:1::1',
  '2001:0:1::1',
  '3fff::1',
]

describe('image-service does not reach', () => {
  test.each(inside)('%s', (address) => {
    for (const port of [80, 443])
      expect(minimal.opens('catalog-image-service', at(address), port)).toBe(false)
  })

  test.each(['240.9.0.1', '2600:1900:4000:100::5', '203.0.113.9', '2a00:1450:4000:1::1', '10.200.0.1'])(
    '%s, which the values say is inside',
    (address) => expect(onV2.opens('shop-catalog-image-service', at(address), 443)).toBe(false),
  )

  test('another pod of its namespace, whatever the port', () => {
    for (const port of [80, 443, 8080, 8081, 5432])
      expect(minimal.opens('catalog-image-service', podOf('gateway'), port)).toBe(false)
  })
})

describe('the metadata server', () => {
  test('is there for image-service alone, where dataplane v2 sees it', () => {
    expect(opening(onV2, 'shop-catalog', at('169.254.169.254'), 80)).toEqual(['image-service'])
    expect(opening(onV2, 'shop-catalog', at('169.254.169.254'), 8080)).toEqual(['image-service'])
    expect(opening(onV2, 'shop-catalog', at('169.254.169.252'), 988)).toEqual([])
  })

  test('is there for image-service alone, where dataplane v1 sees it', () => {
    for (const port of [987, 988])
      expect(opening(onV1, 'catalog', at('169.254.169.252'), port)).toEqual(['image-service'])
    expect(opening(onV1, 'catalog', at('169.254.169.254'), 80)).toEqual([])
  })

  test('is there for image-service alone, where Amazon has it: of instances and of pods', () => {
    const onAmazon = networkWith('s3.yaml')
    for (const address of ['169.254.169.254', '169.254.170.23']) {
      expect(opening(onAmazon, 'catalog', at(address), 80)).toEqual(['image-service'])
      expect(opening(onAmazon, 'catalog', at(address), 443)).toEqual([])
    }
  })

  test('is there for nobody where no bucket needs it', () => {
    expect(opening(networkWith('gitops.yaml'), 'catalog', at('169.254.169.254'), 80)).toEqual([])
  })
})

test('the key set of the platform is there for the gateway: where the values say, or else outside', () => {
  expect(opening(onV2, 'shop-catalog', at('203.0.114.7'), 443)).toContain('gateway')
  expect(onV2.opens('shop-catalog-gateway', at('8.8.8.8'), 443)).toBe(false)
  const gitops = networkWith('gitops.yaml')
  expect(gitops.opens('catalog-gateway', at('8.8.8.8'), 443)).toBe(true)
  expect(gitops.opens('catalog-gateway', at('10.0.0.1'), 443)).toBe(false)
  expect(minimal.opens('catalog-gateway', at('8.8.8.8'), 443)).toBe(false)
})

test('traces go to the collector from every service, and a private object store is reached', () => {
  const collector: Peer = { namespace: 'observability', labels: { app: 'collector' } }
  expect(opening(onV2, 'shop-catalog', collector, 4318)).toEqual(serviceNames)
  expect(opening(minimal, 'catalog', at('199.36.153.9'), 443)).toEqual(['image-service'])
})

test('the gateway takes requests from the load balancers and those who are named, the others from nobody', () => {
  const callers: Peer[] = [at('130.211.1.1'), at('35.191.0.9'), at('10.129.0.7'), at('10.30.1.1')]
  const frontend: Peer = { namespace: 'shop-frontend', labels: {} }
  for (const caller of [...callers, frontend]) {
    expect(onV2.takes('shop-catalog-gateway', caller, 8080)).toBe(true)
    expect(onV2.takes('shop-catalog-gateway', caller, 8081)).toBe(false)
    for (const other of ['import-service', 'export-service', 'image-service'])
      for (const port of [8080, 8081]) expect(onV2.takes(`shop-catalog-${other}`, caller, port)).toBe(false)
  }
  expect(onV2.takes('shop-catalog-gateway', at('10.31.0.1'), 8080)).toBe(false)
  expect(minimal.takes('catalog-gateway', at('130.211.1.1'), 8080)).toBe(false)
  expect(minimal.takes('catalog-gateway', podOf('test'), 8080)).toBe(true)
  expect(minimal.takes('catalog-gateway', podOf('test', 'elsewhere'), 8080)).toBe(false)
})

test.each([
  ['nginx.yaml', 'ingress-nginx'],
  ['openshift.yaml', 'openshift-ingress'],
  ['gitops.yaml', 'envoy-gateway-system'],
])('with %s the gateway takes requests from the pods of %s', (file, controller) => {
  const network = networkWith(file)
  const from = (namespace: string) => network.takes('catalog-gateway', { namespace, labels: {} }, 8080)
  expect([from(controller), from('default')]).toEqual([true, false])
})

test('the metrics of each service are read by the collectors of managed Prometheus alone', () => {
  for (const name of serviceNames) {
    const metrics = (namespace: string) => minimal.takes(`catalog-${name}`, { namespace, labels: {} }, 8081)
    expect(['gke-gmp-system', 'gmp-system', 'shop', 'default'].map(metrics)).toEqual([
      true,
      true,
      false,
      false,
    ])
  }
})

test('NATS takes connections from the services of the chart, by the port that they know', () => {
  const [clients] = readNatsValues().extraResources[0]?.spec.ingress ?? []
  expect(clients?.ports).toEqual([{ port: 4222, protocol: 'TCP' }])
  const wanted = Object.entries(clients?.from[0]?.podSelector?.matchLabels ?? {})
  expect(wanted).toHaveLength(1)
  const pods = podsOf(render(readValueFile('minimal.yaml')))
  for (const name of serviceNames)
    expect(Object.entries(pods.get(`catalog-${name}`)?.labels ?? {})).toEqual(expect.arrayContaining(wanted))
})

test('nobody may ask for what NATS tells of its clients, and the collectors may read its metrics', () => {
  const rules = readNatsValues().extraResources[0]?.spec.ingress ?? []
  expect(rules.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([4222, 6222, exporterPort])
  expect(JSON.stringify(rules[2]?.from)).toContain('["gke-gmp-system","gmp-system"]')
  expect(readNatsValues().promExporter.enabled).toBe(true)
})
