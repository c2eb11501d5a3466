import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { slos, watches } from '../../deploy/local/slo-rules.ts'

const rules = fileURLToPath(new URL('../../helm/catalog/slo-rules.yaml', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'catalog-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** The rules of `watches` alone: the others take most of the time of a test, and no part in it. */
const rulesOfWatches = join(folder, 'watches.yaml')
const { groups }: { groups: { name: string }[] } = parse(readFileSync(rules, 'utf8'))
writeFileSync(rulesOfWatches, stringify({ groups: groups.filter(({ name }) => name === 'catalog-alerts') }))

/** Minutes of one kind: how much each counter grows in each of them. */
interface Span {
  minutes: number
  good: number
  bad: number
}

const pages = slos.map(({ title }) => `Catalog${title}BurnsFast`)
const ofEvents = pages.filter((alert) => alert !== 'CatalogImagesBurnsFast')
const tickets = slos.map(({ title }) => `Catalog${title}BurnsSlowly`)

test('promtool finds nothing wrong with the rules', () => {
  expect(promtool('check', 'rules', rules)).toContain('SUCCESS')
})

test('half a healthy day raises nothing, a failure now and then and clients’ own errors among it', () => {
  const usual = day({ good: 10, bad: 0 })
  const events = [...usual(500), { minutes: 1, good: 10, bad: 1 }, ...usual(219)]
  const images = [...usual(500), { minutes: 9, good: 0, bad: 0 }, ...usual(211)]
  expectAlerts({ events, images }, [{ at: 505 }, { at: 515 }, { at: 720 }], { everyMinutes: 5 })
})

const asUsual = day({ good: 10, bad: 0 })
const withOutage = (outage: Span) => [...asUsual(120), outage, ...asUsual(60)]

test('what fails of a sudden pages within minutes, and is over soon after', () => {
  const events = withOutage({ minutes: 30, good: 0, bad: 10 })
  const images = withOutage({ minutes: 30, good: 0, bad: 0 })
  // The budget of three days is spent as well, so the tickets are created too.
  expectAlerts(
    { events, images },
    [
      { at: 122 },
      { at: 128, firing: ofEvents },
      { at: 140, firing: pages },
      { at: 150, firing: pages },
      { at: 190 },
      { at: 210 },
    ],
    { watched: pages },
  )
})

test.each<[How, string[]]>([
  ['is late', ofEvents],
  ['breaks off', ['CatalogExportBurnsFast']],
])('what %s pages as well', (how, firing) => {
  const events = withOutage({ minutes: 30, good: 0, bad: 10 })
  const moments = [{ at: 122 }, { at: 128, firing }, { at: 150, firing }, { at: 190 }]
  expectAlerts({ events, images: asUsual(210), how }, moments, { watched: pages, everyMinutes: 2 })
})

test('what burns slowly makes a ticket and pages nobody', () => {
  const events = [{ minutes: 360, good: 248, bad: 2 }]
  const images = [
    { minutes: 348, good: 10, bad: 0 },
    { minutes: 12, good: 0, bad: 0 },
  ]
  expectAlerts({ events, images }, [{ at: 360, firing: tickets }])
})

test('where nothing happens nothing is raised, and no share is given', () => {
  const idle = [{ minutes: 240, good: 0, bad: 0 }]
  const noRatio = { expr: 'catalog:slo_errors:ratio5m', eval_time: '240m', exp_samples: [] }
  expectAlerts({ events: idle, images: idle, pending: 0 }, [{ at: 10 }, { at: 240 }], {
    queries: [noRatio],
    everyMinutes: 5,
  })
})

test('a single failure where little happens raises nothing', () => {
  const usual = day({ good: 0, bad: 0 })
  const events = [...usual(60), { minutes: 1, good: 0, bad: 1 }, ...usual(60)]
  expectAlerts({ events, images: usual(121), pending: 0 }, [{ at: 62 }, { at: 65 }, { at: 90 }, { at: 120 }])
})

test('images that end for our reasons only, or by their URL alone, are none that get ahead', () => {
  const usual = day({ good: 10, bad: 0 })
  const events = usual(160)
  const images = [...usual(120), { minutes: 40, good: 0, bad: 5 }]
  expectAlerts({ events, images }, [{ at: 124 }, { at: 140, firing: ['CatalogImagesBurnsFast'] }], {
    watched: pages,
  })
})

test('each namespace is judged by itself', () => {
  const usual = day({ good: 10, bad: 0 })(160)
  const failing = [...day({ good: 1, bad: 0 })(120), { minutes: 40, good: 0, bad: 1 }]
  const series = [
    ...seriesOf({ events: usual, images: usual }),
    ...seriesOf({ events: failing, images: usual }, 'other'),
  ]
  const alert_rule_test = [expected('CatalogUploadBurnsFast', 140, true, 'other')]
  runTests({ input_series: series, alert_rule_test }, { everyMinutes: 2 })
})

const running = ['gateway', 'import-service', 'export-service', 'image-service'].map((service) =>
  gauge(`catalog_build_info{namespace="shop",service="${service}"}`, '1x60'),
)
const scaler = '{namespace="shop",horizontalpodautoscaler="catalog-gateway"}'
const feed = '{namespace="shop",cronjob="catalog-feed-prices"}'
const usually = [
  ...running,
  gauge('catalog_apply_failures_total{namespace="shop"}', '3x60'),
  gauge('catalog_oldest_image_phase_seconds{namespace="shop"}', '0+100x60'),
  gauge('catalog_image_requests_total{namespace="shop",outcome="stored"}', '0+9x60'),
  gauge('catalog_image_requests_total{namespace="shop",outcome="refused"}', '1x60'),
  gauge('catalog_database_waiting{namespace="shop",pod="one"}', '3 3 0x58'),
  gauge(`kube_horizontalpodautoscaler_status_current_replicas${scaler}`, '2x30 6x30'),
  gauge(`kube_horizontalpodautoscaler_spec_max_replicas${scaler}`, '6x60'),
  gauge('kube_job_status_failed{namespace="shop",job_name="catalog-migration-1a2b3c4d"}', '0x60'),
  // Hourly, on the half hour.
  gauge(`kube_cronjob_status_last_schedule_time${feed}`, '1000x29 4600x30'),
  gauge(`kube_cronjob_status_last_successful_time${feed}`, '1020x32 4770x27'),
]

test('where all is well, none of the other alerts fires', () => {
  runWatches({
    input_series: usually,
    alert_rule_test: watches.flatMap(({ alert }) =>
      [15, 40, 59].map((at) => ({ eval_time: `${at}m`, alertname: alert, exp_alerts: [] })),
    ),
  })
})

const troubles: [string, ReturnType<typeof gauge>, number, Record<string, string>][] = [
  ['CatalogApplyFailed', gauge('catalog_apply_failures_total{namespace="shop"}', '3x20 4x40'), 22, {}],
  [
    'CatalogImagePhaseStuck',
    gauge('catalog_oldest_image_phase_seconds{namespace="shop"}', '6000+60x60'),
    30,
    {},
  ],
  [
    'CatalogQueueStoresNothing',
    gauge('catalog_image_requests_total{namespace="shop",outcome="refused"}', '0+1x60'),
    20,
    {},
  ],
  [
    'CatalogServiceMissing',
    gauge('catalog_build_info{namespace="shop",service="export-service"}', '1x10 stale'),
    30,
    { service: 'export-service' },
  ],
  [
    'CatalogConnectionsAwaited',
    gauge('catalog_database_waiting{namespace="shop",pod="one"}', '0 2x59'),
    20,
    {},
  ],
  [
    'CatalogReplicasAtMost',
    gauge(`kube_horizontalpodautoscaler_status_current_replicas${scaler}`, '2x5 6x55'),
    50,
    { horizontalpodautoscaler: 'catalog-gateway' },
  ],
  [
    'CatalogMigrationFailed',
    gauge('kube_job_status_failed{namespace="shop",job_name="catalog-migration-1a2b3c4d"}', '0x9 1x50'),
    20,
    { job_name: 'catalog-migration-1a2b3c4d' },
  ],
  [
    'CatalogFeedFailed',
    gauge(`kube_cronjob_status_last_successful_time${feed}`, '1020x60'),
    42,
    { cronjob: 'catalog-feed-prices' },
  ],
]

test.each(troubles)('%s fires', (name, trouble, at, labels) => {
  const watch = watches.find(({ alert }) => alert === name)
  runWatches({
    input_series: [...usually.filter(({ series }) => series !== trouble.series), trouble],
    alert_rule_test: [
      {
        eval_time: `${at}m`,
        alertname: name,
        exp_alerts: [
          {
            exp_labels: {
              ...(name === 'CatalogServiceMissing' ? {} : { namespace: 'shop' }),
              ...labels,
              severity: watch?.severity,
            },
            exp_annotations: { summary: watch?.summary, runbook_url: `deploy/${watch?.runbook}` },
          },
        ],
      },
    ],
  })
})

test.each([
  ['has never succeeded', [gauge(`kube_cronjob_status_last_schedule_time${feed}`, '60x60')], true],
  [
    'fails once in a few minutes',
    [
      gauge(`kube_cronjob_status_last_schedule_time${feed}`, '0+60x60'),
      gauge(`kube_cronjob_status_last_successful_time${feed}`, '20+60x29 1760x4 2060+60x26'),
    ],
    false,
  ],
])('a feed that %s', (_what, series, isFiring) => {
  const watch = watches.find(({ alert }) => alert === 'CatalogFeedFailed')
  runWatches({
    input_series: series,
    alert_rule_test: [15, 35, 45].map((at) => ({
      eval_time: `${at}m`,
      alertname: watch?.alert,
      exp_alerts: isFiring
        ? [
            {
              exp_labels: { namespace: 'shop', cronjob: 'catalog-feed-prices', severity: 'ticket' },
              exp_annotations: { summary: watch?.summary, runbook_url: `deploy/${watch?.runbook}` },
            },
          ]
        : [],
    })),
  })
})

test('each of the other alerts has its case above', () => {
  expect(troubles.map(([alert]) => alert)).toEqual(watches.map(({ alert }) => alert))
})

function runWatches(one: object): void {
  runTests(one, { only: rulesOfWatches })
}

function gauge(series: string, values: string): { series: string; values: string } {
  return { series, values }
}

test('what is expected is really compared', () => {
  const events = day({ good: 10, bad: 0 })(60)
  expect(() => expectAlerts({ events, images: events }, [{ at: 30, firing: pages }])).toThrow(
    /CatalogUploadBurnsFast/,
  )
})

function day(each: { good: number; bad: number }): (minutes: number) => Span[] {
  return (minutes) => [{ minutes, ...each }]
}

/** Why events are bad: refused with a 5xx, answered late, or (exports) aborted after their first byte. */
type How = 'fails' | 'is late' | 'breaks off'

interface Scenario {
  events: Span[]
  images: Span[]
  how?: How
  pending?: number
}

interface HowWatched {
  watched?: string[]
  queries?: object[]
  /** Between evaluations of the rules, which is what takes the time of half a day. */
  everyMinutes?: number
}

/** Exactly these of the watched alerts fire at these minutes. */
function expectAlerts(
  scenario: Scenario,
  moments: { at: number; firing?: string[] }[],
  { watched = [...pages, ...tickets], queries = [], everyMinutes = 1 }: HowWatched = {},
): void {
  const scenarioTest = {
    input_series: seriesOf(scenario),
    alert_rule_test: moments.flatMap(({ at, firing = [] }) =>
      watched.map((alert) => expected(alert, at, firing.includes(alert), 'shop')),
    ),
    promql_expr_test: queries,
  }
  runTests(scenarioTest, { everyMinutes })
}

function expected(alert: string, at: number, isFiring: boolean, namespace: string): object {
  const slo = slos.find(({ title }) => alert.startsWith(`Catalog${title}`))
  const isPage = pages.includes(alert)
  const firing = {
    exp_labels: { namespace, slo: slo?.slo, severity: isPage ? 'page' : 'ticket' },
    exp_annotations: {
      summary: `${isPage ? 'Now' : 'For days'}, ${slo?.what}`,
      runbook_url: `deploy/runbooks/SLO-${slo?.slo}.md`,
    },
  }
  return { eval_time: `${at}m`, alertname: alert, exp_alerts: isFiring ? [firing] : [] }
}

/** As the services expose them: two pods of the gateway, of which only one is busy. */
function seriesOf({ events, images, how = 'fails', pending = 7 }: Scenario, namespace = 'shop'): object[] {
  const counter = (
    name: string,
    labels: Record<string, string>,
    spans: Span[],
    perMinute: (span: Span) => number,
  ) => ({
    series: `${name}{${Object.entries({ ...labels, namespace })
      .map(([label, value]) => `${label}="${value}"`)
      .join(',')}}`,
    values: valuesOf(spans.map((span) => ({ minutes: span.minutes, each: perMinute(span) }))),
  })
  const failed = ({ bad }: Span) => (how === 'fails' ? bad : 0)
  const broken = ({ bad }: Span) => (how === 'breaks off' ? bad : 0)
  const inTime = (span: Span) => span.good + broken(span)
  const begun = (span: Span) => inTime(span) + (how === 'is late' ? span.bad : 0)
  const duration = 'catalog_http_request_duration_seconds'
  const routes = {
    upload: { method: 'POST', route: '/api/products/imports' },
    confirm: { method: 'POST', route: '/api/products/imports/{draft_id}/confirm' },
    export: { method: 'GET', route: '/api/products/export' },
  }
  const ofPod = (pod: string, spans: Span[]) => [
    ...Object.values(routes).flatMap((route) => [
      counter(`${duration}_count`, { ...route, pod, status: '503' }, spans, failed),
      counter(`${duration}_bucket`, { ...route, pod, status: '503', le: '5' }, spans, failed),
      // Caused by the client: a file that is not a CSV, a storefront beyond its limit.
      counter(`${duration}_count`, { ...route, pod, status: '422' }, spans, () => 3),
      counter(`${duration}_count`, { ...route, pod, status: '429' }, spans, () => 20),
    ]),
    counter(`${duration}_count`, { ...routes.confirm, pod, status: '201' }, spans, begun),
    counter(`${duration}_bucket`, { ...routes.confirm, pod, status: '201', le: '5' }, spans, inTime),
    // The last byte of a long export may be late.
    counter(`${duration}_count`, { ...routes.export, pod, status: '200' }, spans, begun),
    counter(`${duration}_bucket`, { ...routes.export, pod, status: '200', le: '5' }, spans, () => 0),
    counter('catalog_http_answers_aborted_total', { route: routes.export.route, pod }, spans, broken),
    ...['catalog_preview_wait_seconds', 'catalog_export_first_byte_seconds'].flatMap((name) => [
      counter(`${name}_count`, { pod }, spans, begun),
      counter(`${name}_bucket`, { pod, le: '5' }, spans, inTime),
      counter(`${name}_bucket`, { pod, le: '10' }, spans, begun),
    ]),
  ]
  const attempts = (labels: Record<string, string>, perMinute: (span: Span) => number) =>
    counter('catalog_image_attempts_total', labels, images, perMinute)
  return [
    ...ofPod('gateway-1', events),
    ...ofPod(
      'gateway-2',
      events.map(({ minutes }) => ({ minutes, good: 0, bad: 0 })),
    ),
    attempts({ service: 'image-service', outcome: 'fetched', reason: 'none' }, ({ good }) => good),
    attempts({ service: 'image-service', outcome: 'failed', reason: 'storage_error' }, ({ bad }) => bad),
    attempts({ service: 'import-service', outcome: 'rejected', reason: 'url_not_allowed' }, ({ bad }) => bad),
    ...['import-1', 'import-2'].map((pod) => ({
      series: `catalog_images_pending{namespace="${namespace}",pod="${pod}"}`,
      values: `${pending}x${images.reduce((sum, { minutes }) => sum + minutes, 0)}`,
    })),
  ]
}

/** In promtool's notation, starting at 0. */
function valuesOf(spans: { minutes: number; each: number }[]): string {
  let value = 0
  const parts = ['0']
  for (const { minutes, each } of spans) {
    parts.push(`${value + each}+${each}x${minutes - 1}`)
    value += each * minutes
  }
  return parts.join(' ')
}

function runTests(one: object, { everyMinutes = 1, only = rules } = {}): void {
  const file = join(folder, 'tests.yaml')
  const tests = [{ interval: '1m', ...one }]
  writeFileSync(file, stringify({ rule_files: [only], evaluation_interval: `${everyMinutes}m`, tests }))
  promtool('test', 'rules', file)
}

/**
 * Its output.
 * @throws with the output if it finds an error
 */
function promtool(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(process.env.TEST_PROMTOOL_PROGRAM ?? '', args, {
    encoding: 'utf8',
    // Without collecting garbage it takes a fifth less of the processor.
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '1GiB' },
  })
  if (status !== 0) throw error ?? new Error(`${stdout}${stderr}`)
  return stdout
}
