import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { describeSchema, readValues, writeTable } from '../../deploy/local/chart-values.ts'
import { networkOf } from './support/network.ts'
import { chart, render } from './support/render.ts'

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
  const kinds = render({ ...minimal, ...parse(feeds ?? '') }).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'CronJob')).toHaveLength(2)
  const network = networkOf(render(withoutGke ?? ''))
  expect(network.takes('catalog-gateway', { namespace: 'ingress-nginx', labels: {} }, 8080)).toBe(true)
  const { networkPolicy, ...others } = parse(openShift ?? '')
  const [first, second] = [parse(withoutGke ?? ''), others]
  const both = { ...first, ...second, networkPolicy: { ...first.networkPolicy, ...networkPolicy } }
  expect(render(both).length).toBeGreaterThan(20)
})
