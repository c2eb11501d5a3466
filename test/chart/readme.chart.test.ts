import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { chart, render } from './support/render.ts'
import { keysOfReadme, keysOfValues } from './support/values-table.ts'

test('the README’s list has every key of values.yaml with its default, and no other', () => {
  expect(keysOfReadme()).toEqual(keysOfValues())
  expect(keysOfValues().size).toBeGreaterThan(80)
})

test('the values that the README shows are values of this chart', () => {
  const readme = readFileSync(join(chart, 'README.md'), 'utf8')
  const [production, withoutGke] = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text]) => text ?? '',
  )
  expect(render(production ?? '').length).toBeGreaterThan(20)
  const database = { networkPolicy: { postgresql: { cidrs: ['10.20.0.5/32'] } } }
  expect(render({ ...parse(withoutGke ?? ''), ...database }).length).toBeGreaterThan(20)
})
