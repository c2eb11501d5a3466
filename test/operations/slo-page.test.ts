import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { slos, watches, writeRules } from '../../deploy/local/slo-rules.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const file = read('helm/catalog/slo-rules.yaml')
const page = read('deploy/slos.md')
const { groups }: { groups: { rules: Rule[] }[] } = parse(file)
const rules = groups.flatMap((group) => group.rules)

interface Rule {
  record?: string
  alert?: string
  expr: string
  annotations?: { runbook_url: string }
}

test('the file of rules is what the table of promises makes: else `npm run generate:rules`', () => {
  expect(file).toBe(writeRules())
})

test('every selector names the namespace in the words that the chart and Terraform replace', () => {
  for (const { expr } of rules)
    for (const [selector] of expr.matchAll(/\{(?!draft_id\})[^{}]*(?:\{draft_id\}[^{}]*)?\}/g))
      expect(selector).toMatch(/^\{namespace=~"\.\*"[,}]/)
})

test('every selector of a metric has one', () => {
  for (const { expr } of rules)
    for (const [, name = '', next] of expr.matchAll(/\b(catalog[_:][\w:]+)(.?)/g))
      expect([name, next]).toEqual([name, '{'])
})

test('the services have a bucket that ends where the promise does', () => {
  const metrics = read('services/gateway/src/metrics.ts')
  const buckets = [...metrics.matchAll(/buckets: \[(.+)\]/g)].map(([, list = '']) => list.split(', '))
  expect(buckets).toHaveLength(3)
  for (const list of buckets) expect(list).toContain('5')
})

describe.each(slos)('the promise about $slo', ({ slo, title, objective }) => {
  test('is in the page, with its objective and its runbook', () => {
    const percent = `${Number((objective * 100).toFixed(3))} %`
    const row = page.split('\n').find((line) => line.includes(`(runbooks/SLO-${slo}.md)`))
    expect(row).toContain(`: ${percent} of the `)
    const minutes = Math.floor((1 - objective + 1e-9) * 28 * 24 * 60)
    expect(row).toContain(`${Math.floor(minutes / 60)} h ${minutes % 60} min`)
  })

  test('has two alerts, with a runbook that begins with both', () => {
    const alerts = rules.filter(({ alert }) => alert?.startsWith(`Catalog${title}`))
    expect(alerts).toHaveLength(2)
    for (const { alert, annotations } of alerts) {
      expect(existsSync(new URL(annotations?.runbook_url ?? '', root))).toBe(true)
      expect(read(annotations?.runbook_url ?? '').split('\n## ')[0]).toContain(`\`${alert}\``)
    }
  })
})

test('the page names what is recorded', () => {
  for (const { record = '' } of rules.filter((rule) => rule.record !== undefined))
    expect(page).toContain(record.replace(/(errors:ratio).*/, '$15m'))
})

test.each(watches)('$alert is in the page, and its runbook has the section', ({ alert, runbook }) => {
  expect(page).toContain(`\`${alert}\``)
  const [path = '', section] = runbook.split('#')
  const headings = [...read(`deploy/${path}`).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(' ', '-')
      .replaceAll(/[^\w-]/g, ''),
  )
  if (section !== undefined) expect(headings).toContain(section)
})
