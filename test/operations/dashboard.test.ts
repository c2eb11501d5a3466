import { readdirSync, readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { z } from 'zod'
import { processMetrics } from './support/process-metrics.ts'

const Target = z.object({
  refId: z.string(),
  expr: z.string().min(1),
  datasource: z.object({ uid: z.string() }),
})
const Panel = z.object({
  id: z.number().int(),
  type: z.enum(['row', 'timeseries', 'stat']),
  title: z.string().min(1),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  datasource: z.object({ uid: z.string() }).optional(),
  targets: z.array(Target).default([]),
})
const Dashboard = z.object({
  uid: z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/),
  title: z.string().min(1),
  schemaVersion: z.number().int().min(36),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), definition: z.string().optional() })),
  }),
  annotations: z.object({ list: z.array(z.object({ name: z.string(), expr: z.string() })) }),
  panels: z.array(Panel),
})

const folder = new URL('../../deploy/dashboards/', import.meta.url)
const dashboards = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => {
    const file = readFileSync(new URL(name, folder), 'utf8')
    const dashboard = Dashboard.parse(JSON.parse(file))
    const drawn = dashboard.panels.filter(({ type }) => type !== 'row')
    return { name, file, dashboard, drawn, variables: dashboard.templating.list }
  })
const queries = dashboards.flatMap(({ name, drawn, dashboard, variables }) =>
  [
    ...drawn,
    ...dashboard.annotations.list.map(({ name: title, expr }) => ({ title, targets: [{ expr }] })),
  ].flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name, title, expr, variables: variables.map((one) => one.name) })),
  ),
)

/**
 * Labels by metric: ours by deploy/metrics.md, which is held against the services, those of prom-client that we show, and
 * what the chart's rules record.
 */
const known = readKnown()
/** Labels that every series gets: `service` is ours, the others are the scraper's. */
const everywhere = ['service', 'namespace', 'pod']

describe.each(dashboards)('$name can be imported', ({ file, dashboard, drawn, variables }) => {
  test('it names no data source but the one that is chosen above the panels', () => {
    expect(variables.map(({ name, type }) => [name, type])).toContainEqual(['datasource', 'datasource'])
    for (const [, uid] of file.matchAll(/"uid": "([^"]*)"/g))
      expect(['${datasource}', dashboard.uid]).toContain(uid)
    expect(file).not.toContain('__inputs')
  })

  test('its panels have ids and titles of their own, places that do not overlap, and lie in the grid', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, gridPos, id } of dashboard.panels) {
      expect([
        title,
        gridPos.x >= 0 && gridPos.w > 0 && gridPos.h > 0 && gridPos.x + gridPos.w <= 24,
      ]).toEqual([title, true])
      const others = dashboard.panels.filter((other) => other.id !== id && overlap(gridPos, other.gridPos))
      expect([title, others.map((other) => other.title)]).toEqual([title, []])
    }
  })

  test('each panel asks something, each question of a panel has another letter', () => {
    expect(drawn.length).toBeGreaterThan(15)
    for (const { title, targets } of drawn) {
      expect([title, targets.length > 0]).toEqual([title, true])
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    }
  })
})

describe.each(queries)('$name, $title: $expr', ({ expr, variables }) => {
  const query = withVariables(expr, variables)

  test('is PromQL over metrics that the services expose, by labels that these have', () => {
    const { metrics, errors } = readQuery(query)
    expect(errors).toEqual([])
    expect(metrics.length).toBeGreaterThan(0)
    for (const { name, labels } of metrics) {
      expect([...known.keys()]).toContain(name)
      for (const label of labels) expect([...(known.get(name) ?? []), ...everywhere]).toContain(label)
      // The panels of one installation must not show another's.
      expect(labels).toContain('namespace')
    }
  })

  test('groups by labels that the metric has', () => {
    const { metrics, grouping } = readQuery(query)
    for (const label of grouping)
      for (const { name } of metrics)
        expect([...(known.get(name) ?? []), ...everywhere, 'le']).toContain(label)
  })

  test('takes rates of counters, and looks at gauges as they are', () => {
    for (const [, name = ''] of query.matchAll(/\b(?:rate|increase)\((\w+)/g))
      expect(name).toMatch(/_(total|count|bucket)$/)
    for (const [, name = ''] of query.matchAll(/\bsum\((catalog_\w+)/g))
      expect(name).toMatch(/_(in_flight|waiting_for_store|connections)$/)
  })
})

test.each(['sum(rate(a{b="c"}[5m])', 'a{b=}', 'sum by (x (a)', 'a b'])(
  '%s would be seen not to be PromQL',
  (query) => {
    expect(readQuery(query).errors).not.toEqual([])
  },
)

test('every metric of ours but the durations’ sums is on a dashboard', () => {
  const shown = queries.map(({ expr }) => expr).join('\n')
  const ours = [
    ...readFileSync(new URL('../../deploy/metrics.md', import.meta.url), 'utf8').matchAll(
      /^- `(catalog_\w+)` \(/gm,
    ),
  ]
  for (const [, name = ''] of ours) expect(shown).toContain(name)
})

test('the variables ask for metrics that there are', () => {
  const asked = dashboards.flatMap(({ variables }) => variables.filter(({ type }) => type === 'query'))
  for (const { definition } of asked) {
    const [, name = ''] = /^label_values\((\w+)/.exec(definition ?? '') ?? []
    expect([...known.keys()]).toContain(name)
  }
})

/** As Grafana replaces them. */
function withVariables(expr: string, variables: string[]): string {
  const query = expr.replaceAll('$__rate_interval', '2m')
  for (const [, name = ''] of query.matchAll(/\$\{?(\w+)/g)) expect(variables).toContain(name)
  return query.replaceAll(/\$\w+/g, '.*')
}

interface Query {
  metrics: { name: string; labels: string[] }[]
  grouping: string[]
  errors: string[]
}

function readQuery(query: string): Query {
  const found: Query = { metrics: [], grouping: [], errors: [] }
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      const text = query.slice(from, to)
      if (type.isError) found.errors.push(`at ${from}: ${text}`)
      if (type.name === 'VectorSelector') {
        const matchers = node.getChild('LabelMatchers')?.node
        const labels = [
          ...(matchers ? query.slice(matchers.from, matchers.to) : '').matchAll(/(\w+)\s*[!=]/g),
        ]
        found.metrics.push({
          name: /^[\w:]+/.exec(text)?.[0] ?? '',
          labels: labels.map(([, label = '']) => label),
        })
      }
      if (type.name === 'GroupingLabels')
        found.grouping.push(...[...text.matchAll(/\w+/g)].map(([label]) => label))
    },
  })
  return found
}

function readKnown(): Map<string, string[]> {
  const page = readFileSync(new URL('../../deploy/metrics.md', import.meta.url), 'utf8')
  const metrics = new Map<string, string[]>()
  for (const [, name = '', kind = '', labels = ''] of page.matchAll(
    /^- `(catalog_\w+)` \((\w+)(?:; ([\w, ]+))?\): /gm,
  )) {
    const own = [...labels.matchAll(/\w+/g)].map(([label]) => label)
    if (kind !== 'histogram') metrics.set(name, own)
    else
      for (const part of ['_count', '_sum', '_bucket'])
        metrics.set(`${name}${part}`, [...own, ...(part === '_bucket' ? ['le'] : [])])
  }
  for (const name of processMetrics) metrics.set(name, [])
  for (const record of recordings()) metrics.set(record, ['slo'])
  return metrics
}

function recordings(): string[] {
  const rules = readFileSync(new URL('../../helm/catalog/slo-rules.yaml', import.meta.url), 'utf8')
  const { groups }: { groups: { rules: { record?: string }[] }[] } = parse(rules)
  return groups.flatMap((group) => group.rules).flatMap(({ record }) => record ?? [])
}

function overlap(one: z.infer<typeof Panel>['gridPos'], other: z.infer<typeof Panel>['gridPos']): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  )
}
