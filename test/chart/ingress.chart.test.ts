import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { maxFormBytes } from '../../services/gateway/src/http/receive-form.ts'
import { readValueFile, render } from './support/render.ts'
import type { Manifest } from './support/render.ts'

const withIngress = (ingress: object, more: object = {}) =>
  render({ ...parse(readValueFile('minimal.yaml')), ...more, ingress: { enabled: true, ...ingress } })
const behind = {
  networkPolicy: { postgresql: { cidrs: ['10.20.0.5/32'] }, gateway: { namespaces: ['edge'] } },
}

test('ingress-nginx takes a whole upload, and waits for a long export', () => {
  const objects = withIngress({ className: 'nginx' }, { ...behind, exposure: { timeoutSeconds: 7200 } })
  const annotations = ingressOf(objects).metadata?.annotations ?? {}
  const of = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`]
  expect(Number(/^(\d+)m$/.exec(of('proxy-body-size') ?? '')?.[1]) * 1024 * 1024).toBeGreaterThan(
    maxFormBytes,
  )
  expect([of('proxy-read-timeout'), of('proxy-send-timeout')]).toEqual(['7200', '7200'])
  expect(objects.map(({ kind }) => kind)).not.toContain('BackendConfig')
})

test('annotations of the values come before those of the chart', () => {
  const limit = 'nginx.ingress.kubernetes.io/proxy-body-size'
  const objects = withIngress({ className: 'nginx', annotations: { [limit]: '20m' } }, behind)
  expect(ingressOf(objects).metadata?.annotations?.[limit]).toBe('20m')
})

test('every host has its own paths, or else what is below the base path', () => {
  const hosts = [
    { host: 'a.example.com' },
    { host: 'b.example.com', paths: [{ path: '/x', pathType: 'Exact' }] },
  ]
  const { spec } = ingressOf(withIngress({ hosts }, { basePath: '/shop-tools' }))
  expect(
    spec?.rules?.map(({ host, http }) => [host, http?.paths.map(({ path, pathType }) => [path, pathType])]),
  ).toEqual([
    ['a.example.com', [['/shop-tools', 'Prefix']]],
    ['b.example.com', [['/x', 'Exact']]],
  ])
})

function ingressOf(objects: Manifest[]): IIngress {
  const found = objects.find((object): object is Manifest & IIngress => object.kind === 'Ingress')
  if (found === undefined) throw new Error('there is no Ingress')
  return found
}
