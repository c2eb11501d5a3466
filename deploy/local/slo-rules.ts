/** A service level objective (deploy/slos.md): the share of good events among all that count, over 28 days. */
export interface Slo {
  slo: string
  /** Used in the names of its alerts. */
  title: string
  /** What is wrong, in the alert's summary. */
  what: string
  objective: number
  /** Recording rules that `bad` and `valid` use. */
  before?: Rule[]
  /** PromQL, by namespace: how many events of the last five minutes were bad, and how many counted in all. */
  bad: string
  valid: string
}

interface Rule {
  record: string
  expr: string
}

/** Comes first in every selector. The chart and Terraform replace it with the namespace of the installation. */
const here = 'namespace=~".*"'
const within5m = (metric: string, labels = '') =>
  `sum by (namespace) (increase(${metric}{${here}${labels}}[5m]))`
const requests = (method: string, route: string, status: string) =>
  within5m(
    'catalog_http_request_duration_seconds_count',
    `,method="${method}",route="${route}",status=~"${status}"`,
  )
/** The bucket of 5 s, whose label Prometheus 3 writes as `5.0`. */
const le5 = 'le=~"5|5[.]0"'
const slowerThan5s = (histogram: string, labels = '') =>
  `(${within5m(`${histogram}_count`, labels)} - ${within5m(`${histogram}_bucket`, `${labels},${le5}`)})`

const upload = '/api/products/imports'
const confirm = '/api/products/imports/{draft_id}/confirm'
const exported = '/api/products/export'
const confirmed = `,method="POST",route="${confirm}",status=~"2.."`
const minutesWaited = 'catalog:image_phase_minutes:waited'
const minutesStill = 'catalog:image_phase_minutes:still'
const last5 = (minutes: string) => `max by (namespace) (sum_over_time(${minutes}{${here}}[5m]))`

export const slos: Slo[] = [
  {
    slo: 'upload',
    title: 'Upload',
    what: 'uploads have no preview within 5 s, or fail',
    objective: 0.995,
    bad: `${requests('POST', upload, '5..')} + ${slowerThan5s('catalog_preview_wait_seconds')}`,
    valid: `${requests('POST', upload, '5..')} + ${within5m('catalog_preview_wait_seconds_count')}`,
  },
  {
    slo: 'confirm',
    title: 'Confirm',
    what: 'confirmed imports are not applied within 5 s, or fail',
    objective: 0.995,
    bad: `${requests('POST', confirm, '5..')} + (${slowerThan5s('catalog_http_request_duration_seconds', confirmed)} or ${requests('POST', confirm, '5..')} * 0)`,
    valid: requests('POST', confirm, '2..|5..'),
  },
  {
    slo: 'export',
    title: 'Export',
    what: 'exports do not begin within 5 s, break off, or fail',
    objective: 0.995,
    bad: `${requests('GET', exported, '5..')} + ${within5m('catalog_http_answers_aborted_total', `,route="${exported}"`)} + ${slowerThan5s('catalog_export_first_byte_seconds')}`,
    valid: `${requests('GET', exported, '5..')} + ${within5m('catalog_export_first_byte_seconds_count')}`,
  },
  {
    slo: 'images',
    title: 'Images',
    what: 'images wait and none gets ahead',
    objective: 0.99,
    before: [
      { record: minutesWaited, expr: `max by (namespace) (catalog_images_pending{${here}}) > bool 0` },
      {
        record: minutesStill,
        expr: `(${last5(minutesWaited)} >= bool 5) * ((${within5m('catalog_image_attempts_total', ',service="image-service",reason!="storage_error"')} or ${last5(minutesWaited)} * 0) == bool 0)`,
      },
    ],
    bad: last5(minutesStill),
    valid: last5(minutesWaited),
  },
]

/** What somebody has to look at whatever it does to a promise. */
export interface Watch {
  alert: string
  expr: string
  /** How long it holds before the alert fires. */
  lasts?: string
  severity: 'page' | 'ticket'
  summary: string
  /** Below deploy/. */
  runbook: string
}

const services = ['gateway', 'import-service', 'export-service', 'image-service']
const autoscaler = `horizontalpodautoscaler=~".*-(${services.join('|')})"`

const feeds = `{${here},cronjob=~".*-feed-.*"}`
const scheduled = `kube_cronjob_status_last_schedule_time${feeds}`
const succeeded = `kube_cronjob_status_last_successful_time${feeds}`

export const watches: Watch[] = [
  {
    alert: 'CatalogApplyFailed',
    expr: `sum by (namespace) (increase(catalog_apply_failures_total{${here}}[5m])) > 0`,
    severity: 'ticket',
    summary: 'An import could not be applied (ALR-2)',
    runbook: 'runbooks/RB-2.md',
  },
  {
    alert: 'CatalogImagePhaseStuck',
    expr: `max by (namespace) (catalog_oldest_image_phase_seconds{${here}}) > 7200`,
    severity: 'ticket',
    summary: 'An image phase lasts for more than two hours (ALR-3)',
    runbook: 'runbooks/RB-3.md',
  },
  {
    alert: 'CatalogQueueStoresNothing',
    expr: `sum by (namespace) (increase(catalog_image_requests_total{${here},outcome!="stored"}[5m])) > 0`,
    lasts: '600s',
    severity: 'ticket',
    summary: 'The queue stores no images: imports are applied, their images wait',
    runbook: 'runbooks/RB-3.md#if-the-queue-stores-nothing',
  },
  {
    alert: 'CatalogServiceMissing',
    expr: services.map((name) => `absent(catalog_build_info{${here},service="${name}"})`).join(' or '),
    lasts: '600s',
    severity: 'page',
    summary: 'No pod of a service answers to be measured',
    runbook: 'runbooks/operations.md#is-it-well',
  },
  {
    alert: 'CatalogConnectionsAwaited',
    expr: `max by (namespace) (min_over_time(catalog_database_waiting{${here}}[10m])) > 0`,
    severity: 'ticket',
    summary: 'Requests to a pod of import-service have waited for connections to PostgreSQL for ten minutes',
    runbook: 'runbooks/operations.md#what-postgresql-does',
  },
  {
    alert: 'CatalogReplicasAtMost',
    expr: `kube_horizontalpodautoscaler_status_current_replicas{${here},${autoscaler}} >= on (namespace, horizontalpodautoscaler) kube_horizontalpodautoscaler_spec_max_replicas{${here},${autoscaler}}`,
    lasts: '1800s',
    severity: 'ticket',
    summary: 'A service has had all the replicas that it may have for half an hour',
    runbook: 'runbooks/operations.md#scale',
  },
  {
    alert: 'CatalogMigrationFailed',
    expr: `sum by (namespace, job_name) (kube_job_status_failed{${here},job_name=~".*-migration.*"}) > 0`,
    severity: 'ticket',
    summary: 'A migration of the database has failed',
    runbook: 'runbooks/operations.md#upgrade',
  },
  {
    alert: 'CatalogFeedFailed',
    // Ten minutes, in which one that runs every few minutes may fail once.
    expr: `max by (namespace, cronjob) (${scheduled} unless on (namespace, cronjob) (${succeeded} > on (namespace, cronjob) ${scheduled} - 600))`,
    lasts: '600s',
    severity: 'ticket',
    summary: 'The last run of a feed has failed, or waits for a person',
    runbook: 'runbooks/operations.md#feeds',
  },
]

const windows = ['30m', '1h', '6h', '3d', '28d']

/** Of the Site Reliability Workbook: how fast the budget burns, over a window and over the shorter one that sees the end. */
const fast = [
  { rate: 14.4, long: '1h', short: '5m' },
  { rate: 6, long: '6h', short: '30m' },
]
const slow = [{ rate: 1, long: '3d', short: '6h' }]

/** With fewer bad events in the long window no alert fires: with little traffic, one failure is a large share. */
const leastEvents = 3

/** Returns the rules as a Prometheus rule file. */
export function writeRules(): string {
  const groups: [string, string[]][] = [
    ['catalog-slo-events', slos.flatMap(eventRules)],
    [
      'catalog-slo-ratios',
      [ratioOf('5m', '', ''), ...windows.map((each) => ratioOf(each, 'sum_over_time(', `[${each}])`))],
    ],
    ['catalog-slo-budgets', slos.map(budgetRule)],
    ['catalog-slo-alerts', slos.flatMap(alertRules)],
    ['catalog-alerts', watches.map(watchRule)],
  ]
  return [
    '# Made by `npm run generate:rules` from deploy/local/slo-rules.ts. Not for hand editing. What they mean: deploy/slos.md',
    'groups:',
    ...groups.map(([name, rules]) =>
      [`  - name: ${name}`, '    interval: 1m', '    rules:'].concat(rules).join('\n'),
    ),
    '',
  ].join('\n')
}

function eventRules({ slo, before = [], bad, valid }: Slo): string[] {
  return [
    ...before.map((rule) => recording(rule)),
    recording({ record: 'catalog:slo_bad:increase5m', expr: bad }, slo),
    recording({ record: 'catalog:slo_valid:increase5m', expr: valid }, slo),
  ]
}

/** Each minute has an increase over five: their sum counts every event five times, above and below alike. */
function ratioOf(window: string, before: string, after: string): string {
  const sum = (name: string) =>
    `sum by (namespace, slo) (${before}catalog:slo_${name}:increase5m{${here}}${after})`
  return recording({
    record: `catalog:slo_errors:ratio${window}`,
    expr: `${sum('bad')} / (${sum('valid')} > 0)`,
  })
}

function budgetRule({ slo, objective }: Slo): string {
  const expr = `1 - catalog:slo_errors:ratio28d{${here},slo="${slo}"} / (1 - ${objective})`
  return recording({ record: 'catalog:slo_budget_left:ratio28d', expr }, slo)
}

function alertRules(slo: Slo): string[] {
  return [
    alert(slo, { name: 'BurnsFast', severity: 'page', burns: fast, sense: 'Now' }),
    alert(slo, { name: 'BurnsSlowly', severity: 'ticket', burns: slow, sense: 'For days' }),
  ]
}

interface Alert {
  name: string
  severity: string
  burns: typeof fast
  sense: string
}

function alert({ slo, title, what, objective }: Slo, { name, severity, burns, sense }: Alert): string {
  const own = `{${here},slo="${slo}"}`
  const conditions = burns.map(({ rate, long, short }) =>
    [
      `catalog:slo_errors:ratio${short}${own} > ${rate} * (1 - ${objective})`,
      `and on (namespace, slo) catalog:slo_errors:ratio${long}${own} > ${rate} * (1 - ${objective})`,
      `and on (namespace, slo) sum by (namespace, slo) (sum_over_time(catalog:slo_bad:increase5m${own}[${long}])) / 5 > ${leastEvents - 0.5}`,
    ].join(' '),
  )
  return [
    `      - alert: Catalog${title}${name}`,
    `        expr: '${conditions.map((each) => `(${each})`).join(' or ')}'`,
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: '${sense}, ${what}'`,
    `          runbook_url: deploy/runbooks/SLO-${slo}.md`,
  ].join('\n')
}

function watchRule({ alert: name, expr, lasts, severity, summary, runbook }: Watch): string {
  return [
    `      - alert: ${name}`,
    `        expr: '${expr}'`,
    ...(lasts === undefined ? [] : [`        for: ${lasts}`]),
    `        labels: { severity: ${severity} }`,
    '        annotations:',
    `          summary: '${summary}'`,
    `          runbook_url: deploy/${runbook}`,
  ].join('\n')
}

function recording({ record, expr }: Rule, slo?: string): string {
  return [
    `      - record: ${record}`,
    `        expr: '${expr}'`,
    ...(slo === undefined ? [] : [`        labels: { slo: ${slo} }`]),
  ].join('\n')
}
