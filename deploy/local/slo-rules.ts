import alerts from './alerts.json' with { type: 'json' }

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
  /** PromQL; what stands between dollar signs is replaced by what `named` has. */
  expr: string
  /** How long it holds before the alert fires; for a feed that runs every few minutes, one failed run does not. */
  lasts?: string
  /** `page` or `ticket`. */
  severity: string
  summary: string
  /** Below deploy/. */
  runbook: string
}

const services = ['gateway', 'import-service', 'export-service', 'image-service']
const feeds = `{${here},cronjob=~".*-feed-.*"}`

const named: Record<string, string> = {
  here,
  missing: services.map((name) => `absent(catalog_build_info{${here},service="${name}"})`).join(' or '),
  autoscaler: `horizontalpodautoscaler=~".*-(${services.join('|')})"`,
  scheduled: `kube_cronjob_status_last_schedule_time${feeds}`,
  succeeded: `kube_cronjob_status_last_successful_time${feeds}`,
}

export const watches: Watch[] = alerts

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
    `        expr: '${expr.replaceAll(/\$(\w+)\$/g, (_, part: string) => named[part] ?? '')}'`,
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
