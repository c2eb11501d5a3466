import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { networkOf } from './support/network.ts'
import { chart, render } from './support/render.ts'

test('values.yaml says above each value, or above its group, what it means; of services once', () => {
  const explained = new Set<string>()
  const groups: { name: string; depth: number; hasComment: boolean }[] = []
  const silent: string[] = []
  let hasComment = false
  for (const line of readFileSync(join(chart, 'values.yaml'), 'utf8').split('\n')) {
    const [, indent = '', key, value] = /^( *)([\w-]+):(.*)$/.exec(line) ?? []
    if (key !== undefined) {
      while ((groups.at(-1)?.depth ?? -1) >= indent.length) groups.pop()
      const name = `${groups.at(-1)?.name ?? ''}.${key}`.replace(/^\.services\.[\w-]+\./, '.services.*.')
      if (hasComment || groups.at(-1)?.hasComment) explained.add(name)
      if (value === '') groups.push({ name, depth: indent.length, hasComment })
      else if (!explained.has(name)) silent.push(name)
    }
    hasComment = line.trim().startsWith('#')
  }
  expect(explained.size).toBeGreaterThan(80)
  expect(silent).toEqual([])
})

test('the values that the README shows are values of this chart', () => {
  const readme = readFileSync(join(chart, 'README.md'), 'utf8')
  const [production, withoutGke, openShift] = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text]) => text ?? '',
  )
  expect(render(production ?? '').length).toBeGreaterThan(20)
  const network = networkOf(render(withoutGke ?? ''))
  expect(network.takes('catalog-gateway', { namespace: 'ingress-nginx', labels: {} }, 8080)).toBe(true)
  const { networkPolicy, ...others } = parse(openShift ?? '')
  const [first, second] = [parse(withoutGke ?? ''), others]
  const both = { ...first, ...second, networkPolicy: { ...first.networkPolicy, ...networkPolicy } }
  expect(render(both).length).toBeGreaterThan(20)
})
