import { uploadRiskCodes } from '@catalog/catalog/change-groups'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { networkOf, podOf } from './support/network.ts'
import type { Peer } from './support/network.ts'
import { namespace, ofKind, podsOf, readValueFile, render } from './support/render.ts'

const minimal = parse(readValueFile('minimal.yaml'))
const feed = { schedule: '@hourly', storefront: 'shop', tokenSecret: 'token-of-a-feed' }
const objects = render({
  ...minimal,
  feeds: [
    { ...feed, name: 'web', url: 'https://supplier.example/a.csv', failOn: uploadRiskCodes },
    { ...feed, name: 'disk', path: 'erp/a.csv', only: 'existing', propose: true },
  ],
  feedsVolume: { claimName: 'erp' },
})
const [web, disk] = ['catalog-feed-web', 'catalog-feed-disk'].map((name) => ({
  spec: ofKind(objects, 'CronJob').find(({ metadata }) => metadata?.name === name)?.spec,
  pod: podsOf(objects).get(name)?.spec,
}))

test('a feed runs the command line in the image of the gateway, never two at a time', () => {
  const image = podsOf(objects).get('catalog-gateway')?.spec.containers[0]?.image
  for (const each of [web, disk]) {
    expect(each?.spec).toMatchObject({
      schedule: '@hourly',
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
    })
    expect(each?.pod?.containers[0]?.image).toBe(image)
  }
  const common = ['node', 'command-line/catalog.js', '--storefront', 'shop', 'import']
  const risks = ['--fail-on', uploadRiskCodes.join(',')]
  expect(web?.pod?.containers[0]?.command).toEqual(
    common.concat('https://supplier.example/a.csv', '--yes', '--unless-open', risks),
  )
  expect(disk?.pod?.containers[0]?.command).toEqual(
    common.concat('/feeds/erp/a.csv', '--propose', '--unless-open', '--only', 'existing'),
  )
})

test('the token comes out of its Secret, and into no argument', () => {
  for (const { pod } of [web, disk].filter((each) => each !== undefined)) {
    const token = pod?.containers[0]?.env?.find(({ name }) => name === 'CATALOG_TOKEN')
    expect(token?.valueFrom?.secretKeyRef).toEqual({ name: 'token-of-a-feed', key: 'token' })
  }
})

test('only what a repeat may change is repeated', () => {
  const policy = web?.spec?.jobTemplate.spec?.podFailurePolicy
  expect(policy?.rules.find(({ action }) => action === 'FailJob')?.onExitCodes).toEqual({
    containerName: 'feed',
    operator: 'In',
    values: [2, 3, 4],
  })
})

test('a feed of a file reads its volume, which one of a URL does not have', () => {
  expect(disk?.pod?.containers[0]?.volumeMounts).toEqual([
    { name: 'feeds', mountPath: '/feeds', readOnly: true },
  ])
  expect(disk?.pod?.volumes).toEqual([
    { name: 'feeds', persistentVolumeClaim: { claimName: 'erp', readOnly: true } },
  ])
  expect(web?.pod?.volumes).toBeUndefined()
})

test('feeds reach the gateway and, with a URL, the public internet by https; nothing reaches them', () => {
  const network = networkOf(objects)
  const opens = (to: Peer, port: number) =>
    ['web', 'disk'].filter((name) => network.opens(`catalog-feed-${name}`, to, port))
  expect(opens(podOf('gateway'), 8080)).toEqual(['web', 'disk'])
  expect(opens({ address: '93.184.216.34' }, 443)).toEqual(['web'])
  const inside: [Peer, number][] = [
    [{ address: '93.184.216.34' }, 80],
    [{ address: '10.20.0.5' }, 443],
    [{ address: '34.118.224.1' }, 443],
    [{ address: '169.254.169.254' }, 80],
    [{ address: '10.20.0.5' }, 5432],
    [{ namespace, labels: { 'app.kubernetes.io/name': 'nats' } }, 4222],
    [podOf('import-service'), 8081],
  ]
  for (const [to, port] of inside) expect([to, opens(to, port)]).toEqual([to, []])
  for (const component of ['feed-url', 'feed-file'])
    expect(network.takes('catalog-gateway', podOf(component), 8080)).toBe(true)
  for (const name of ['web', 'disk'])
    expect(network.takes(`catalog-feed-${name}`, podOf('gateway'), 8080)).toBe(false)
})

test('without feeds, there is nothing of them', () => {
  expect(JSON.stringify(render(minimal))).not.toContain('feed')
})
