import { parse, stringify } from 'yaml'
import { expect, test } from '@jest/globals'
import { networkOf } from './support/network.ts'
import { namespace, ofKind, podsOf, readValueFile, render, runHelm, templateArgs } from './support/render.ts'

const minimal = readValueFile('minimal.yaml')
const withErasure = (eraseStorefront: string) => render({ ...parse(minimal), eraseStorefront })
const name = 'catalog-erase-storefront'

test('there is no Job that erases a storefront unless one is named', () => {
  expect(podsOf(render(minimal)).has(name)).toBe(false)
})

test('the Job runs the command for that storefront, with what import-service may reach and nothing more', () => {
  const objects = withErasure('0123')
  const job = ofKind(objects, 'Job').find(({ metadata }) => metadata?.name === name)
  expect(job?.metadata?.annotations).toBeUndefined()
  expect(job?.spec?.template.spec?.restartPolicy).toBe('Never')
  const pods = podsOf(objects)
  const [importer, eraser] = ['catalog-import-service', name].map((pod) => pods.get(pod)?.spec)
  const [container] = eraser?.containers ?? []
  expect(container?.command?.slice(-2)).toEqual(['bundles/erase-storefront.mjs', '0123'])
  expect([container?.image, eraser?.serviceAccountName]).toEqual([
    importer?.containers[0]?.image,
    importer?.serviceAccountName,
  ])
  const own = importer?.containers[0]?.env?.filter(
    (variable) => variable.valueFrom !== undefined || variable.name.startsWith('CATALOG_DATABASE_'),
  )
  expect(container?.env?.toSorted(byName)).toEqual(own?.toSorted(byName))

  const network = networkOf(objects)
  const nats = { namespace, labels: { 'app.kubernetes.io/name': 'nats' } }
  expect(network.opens(name, nats, 4222)).toBe(true)
  expect(network.opens(name, { address: '10.20.0.5' }, 5432)).toBe(true)
  expect(network.opens(name, { address: '8.8.8.8' }, 443)).toBe(false)
  expect(network.takes(name, { namespace: 'gmp-system', labels: {} }, 8081)).toBe(false)
})

test('its NetworkPolicy is there before it', () => {
  const names = ofKind(render(minimal), 'NetworkPolicy').map(({ metadata }) => metadata?.name)
  expect(names).toContain(name)
})

test('an upgrade of a release does not take it', () => {
  const args = [...templateArgs, '-f', '-', '--is-upgrade']
  expect(runHelm(3, args, minimal)).toContain('kind: Deployment')
  const values = stringify({ ...parse(minimal), eraseStorefront: 'shop' })
  expect(() => runHelm(3, args, values)).toThrow(/ {2}- eraseStorefront: it is for helm template/)
})

test.each(['a b', 'shop;x', '../shop', 'a'.repeat(65)])('%j is no storefront', (id) => {
  expect(() => withErasure(id)).toThrow(/eraseStorefront/)
})

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name)
}
