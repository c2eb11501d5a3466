import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { chart, readValueFile, render } from './support/render.ts'

const file = readFileSync(join(chart, 'slo-rules.yaml'), 'utf8')

test.each([
  ['full.yaml', 'Rules', 'https://runbooks.example.com/catalog/'],
  ['prometheus-operator.yaml', 'PrometheusRule', 'deploy/runbooks/'],
])('%s has the rules as %s: those of the file, about its own namespace', (values, kind, runbooks) => {
  const objects = render(readValueFile(values)).filter((object) => /Rule/.test(object.kind))
  expect(objects.map((object) => object.kind)).toEqual([kind])
  const own = file
    .replaceAll('namespace=~".*"', 'namespace="shop"')
    .replaceAll('runbook_url: deploy/runbooks/', `runbook_url: ${runbooks}`)
  expect(objects[0]?.spec).toEqual(parse(own))
  expect(JSON.stringify(objects)).not.toContain('=~\\".*\\"')
})

test('there are none where nobody asks for them: a cluster need not know the kinds', () => {
  expect(render(readValueFile('minimal.yaml')).filter(({ kind }) => /Rule/.test(kind))).toEqual([])
})
