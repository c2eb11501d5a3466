import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { describeSchema, readValues, writeTable } from '../../deploy/local/chart-values.ts'
import { networkOf } from './support/network.ts'
import { chart, ofKind, render } from './support/render.ts'

const read = (name: string) => readFileSync(join(chart, name), 'utf8')

test('values.yaml says above each value, or above its group, what it means; of services once', () => {
  const values = readValues(read('values.yaml'))
  expect(values.length).toBeGreaterThan(150)
  expect(values.filter(({ meaning }) => meaning === '')).toEqual([])
})

test('the table of values and the descriptions in their schema are those of values.yaml', () => {
  const values = readValues(read('values.yaml'))
  expect(read('values.md')).toBe(writeTable(values))
  const schema = JSON.parse(read('values.schema.json'))
  expect(schema).toEqual(describeSchema(schema, values))
})

test('the values that the README shows are values of this chart', () => {
  const [production, feeds, withoutGke, openShift] = [
    ...read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g),
  ].map(([, text]) => text ?? '')
  const minimal = parse(production ?? '')
  expect(render(minimal).length).toBeGreaterThan(20)
  expect(/The pods request ([\d.]+) CPUs and ([\d.]+) GiB/.exec(read('README.md'))?.slice(1)).toEqual(
    requestsOf(minimal).map(String),
  )
  const kinds = render({ ...minimal, ...parse(feeds ?? '') }).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'CronJob')).toHaveLength(2)
  const network = networkOf(render(withoutGke ?? ''))
  expect(network.takes('catalog-gateway', { namespace: 'ingress-nginx', labels: {} }, 8080)).toBe(true)
  const { networkPolicy, ...others } = parse(openShift ?? '')
  const [first, second] = [parse(withoutGke ?? ''), others]
  const both = { ...first, ...second, networkPolicy: { ...first.networkPolicy, ...networkPolicy } }
  expect(render(both).length).toBeGreaterThan(20)
})

/** What the pods of all Deployments request, at the least of their replicas: CPUs and GiB. */
function requestsOf(values: object): number[] {
  const objects = render(values)
  const least = new Map(
    ofKind(objects, 'HorizontalPodAutoscaler').map(({ spec }) => [
      spec?.scaleTargetRef.name ?? '',
      spec?.minReplicas,
    ]),
  )
  const sum = (resource: string) =>
    ofKind(objects, 'Deployment').reduce((total, { metadata, spec }) => {
      const [container] = spec?.template.spec?.containers ?? []
      const replicas = spec?.replicas ?? least.get(metadata?.name ?? '') ?? 1
      return total + replicas * scalarOf(String(container?.resources?.requests?.[resource] ?? 0))
    }, 0)
  return [sum('cpu'), sum('memory') / 2 ** 30]
}

const units: Record<string, number> = { '': 1, m: 1 / 1000, Mi: 2 ** 20, Gi: 2 ** 30 }

function scalarOf(quantity: string): number {
  return parseFloat(quantity) * (units[quantity.replace(/^[\d.]+/, '')] ?? Number.NaN)
}
