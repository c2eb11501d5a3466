import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { watches } from '../../deploy/local/slo-rules.ts'
import { readAlerts } from './support/alert-condition.ts'
import type { AlertPolicy } from './support/alert-condition.ts'
import { readTerraform, resolve, resourcesOf } from './support/terraform-module.ts'
import type { Block } from './support/terraform-module.ts'

const channelsOfAll = '${local.channels}'
const folder = new URL('../../deploy/terraform/', import.meta.url)
const module = await readTerraform()
const example = await readTerraform('example/')

/** All of it but the variables. */
const text = ['bucket', 'identity', 'locals', 'metrics', 'alerts', 'outputs']
  .map((name) => readFileSync(new URL(`${name}.tf`, folder), 'utf8'))
  .join('\n')

function only(type: string): Block {
  const blocks = [...resourcesOf(module, type).values()]
  expect(blocks).toHaveLength(1)
  return blocks[0] ?? {}
}

describe('the bucket', () => {
  test('is closed to the public and has no rights on single objects', () => {
    expect(only('google_storage_bucket')).toMatchObject({
      uniform_bucket_level_access: true,
      public_access_prevention: 'enforced',
      force_destroy: false,
    })
  })

  test('loses by age what is below import-drafts/, and nothing else', () => {
    expect(only('google_storage_bucket').lifecycle_rule).toEqual([
      { condition: [{ age: 1, matches_prefix: ['import-drafts/'] }], action: [{ type: 'Delete' }] },
    ])
  })

  test('is the only thing that anybody is granted, to image-service’s own account, for its objects', () => {
    const granting = Object.keys(module.resource).filter((type) => /_iam_|service_account/.test(type))
    expect(granting.toSorted()).toEqual([
      'google_project_iam_custom_role',
      'google_storage_bucket_iam_member',
    ])
    const { bucket, role, member } = only('google_storage_bucket_iam_member')
    expect({ bucket, role }).toEqual({
      bucket: '${google_storage_bucket.images.name}',
      role: '${google_project_iam_custom_role.images.name}',
    })
    // The requests that they are for: services/image-service/src/object-store/faults.gcs.test.ts.
    expect(only('google_project_iam_custom_role').permissions).toEqual([
      'storage.objects.create',
      'storage.objects.delete',
      'storage.objects.get',
      'storage.objects.list',
    ])
    const variables = { project_id: 'my-project', namespace: 'shop', release_fullname: 'catalog' }
    expect(resolve(module, String(member), variables)).toBe(
      'principal://iam.googleapis.com/projects/${data.google_project.this.number}/locations/global/' +
        'workloadIdentityPools/my-project.svc.id.goog/subject/ns/shop/sa/catalog-image-service',
    )
  })
})

describe('the alerts are those of the specification, from the log, and the others of the chart’s rules', () => {
  let policies: Map<string, AlertPolicy>
  beforeAll(async () => {
    ;({ policies } = await readAlerts({
      environment: 'production',
      runbooks_url: 'https://example.com/runbooks',
      cluster_name: 'shops',
      namespace: 'shop',
    }))
  })

  test('ALR-2: a single TEL-6 within five minutes is enough', () => {
    expect(policies.get('apply_failed')?.conditions).toMatchObject([
      { metric: 'catalog/production/import_apply_failed', windowS: 300, threshold: 0, by: [] },
    ])
  })

  test('ALR-3: a run overdue, or resumed at least three times, within two hours; each run for itself', () => {
    expect(policies.get('image_phase_stuck')?.conditions).toMatchObject([
      { metric: 'catalog/production/image_phase_overdue', windowS: 7200, threshold: 0, by: ['run_id'] },
      { metric: 'catalog/production/image_phase_recovered', windowS: 7200, threshold: 2, by: ['run_id'] },
    ])
  })

  test('all notify the e-mail channel and further ones when they begin, link to their runbook, and do nothing else', () => {
    expect(only('google_monitoring_notification_channel')).toMatchObject({
      type: 'email',
      labels: { email_address: '${var.operator_email}' },
    })
    expect([...policies.keys()]).toEqual(['apply_failed', 'image_phase_stuck'])
    for (const { channels, prompts, autoCloseS } of policies.values()) {
      expect(channels).toEqual(channelsOfAll)
      expect(prompts).toEqual(['OPENED'])
      // The least that Cloud Monitoring takes: later ones are reported again.
      expect(autoCloseS).toBe(1800)
    }
    const links = [...policies.values()].map((policy) => policy.links)
    expect(links).toEqual([
      ['https://example.com/runbooks/RB-2.md'],
      ['https://example.com/runbooks/RB-3.md'],
    ])
    for (const name of ['RB-2.md', 'RB-3.md'])
      expect(existsSync(new URL(`../../deploy/runbooks/${name}`, import.meta.url))).toBe(true)
  })

  test('each alert of the chart’s rules is a policy, about the environment’s own namespace, with its runbook', () => {
    const locals = Object.assign({}, ...module.locals)
    expect(locals).toMatchObject({
      channels:
        '${concat([google_monitoring_notification_channel.operators.name], var.notification_channels)}',
      from_log: ['CatalogApplyFailed', 'CatalogImagePhaseStuck'],
      rules:
        '${flatten(yamldecode(file("${path.module}/../../helm/catalog/slo-rules.yaml")).groups[*].rules)}',
      alerts:
        '${{ for rule in local.rules : rule.alert => rule if can(rule.alert) && !contains(local.from_log, try(rule.alert, "")) }}',
    })
    expect(watches.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining(['CatalogApplyFailed', 'CatalogImagePhaseStuck']),
    )
    expect(existsSync(new URL('../../helm/catalog/slo-rules.yaml', folder))).toBe(true)
    const where = 'cluster=\\"${var.cluster_name}\\",namespace=\\"${var.namespace}\\"'
    const runbook = '${replace(each.value.annotations.runbook_url, "deploy/runbooks", var.runbooks_url)}'
    expect(resourcesOf(module, 'google_monitoring_alert_policy').get('rules')).toMatchObject({
      for_each: '${local.alerts}',
      severity: '${each.value.labels.severity == "page" ? "CRITICAL" : "WARNING"}',
      notification_channels: channelsOfAll,
      conditions: [
        {
          display_name: '${each.key}',
          condition_prometheus_query_language: [
            {
              query: `\${replace(each.value.expr, "namespace=~\\".*\\"", "${where}")}`,
              duration: '${try(each.value.for, "0s")}',
              evaluation_interval: '60s',
              disable_metric_validation: true,
            },
          ],
        },
      ],
      alert_strategy: [{ auto_close: '1800s', notification_prompts: ['OPENED'] }],
      documentation: [{ links: [{ url: runbook }] }],
    })
  })

  test('a public address below a path is asked for /readyz there, and alerts when two places get no answer', () => {
    const check = only('google_monitoring_uptime_check_config')
    expect(check).toMatchObject({
      for_each: '${toset(var.public_addresses)}',
      http_check: [{ path: '${trimprefix(each.key, split("/", each.key)[0])}/readyz', validate_ssl: true }],
      monitored_resource: [{ type: 'uptime_url', labels: { host: '${split("/", each.key)[0]}' } }],
    })
    expect(resourcesOf(module, 'google_monitoring_alert_policy').get('unreachable')).toMatchObject({
      for_each: '${google_monitoring_uptime_check_config.readyz}',
      notification_channels: channelsOfAll,
      conditions: [
        {
          condition_threshold: [
            {
              filter: expect.stringContaining('check_id="${each.value.uptime_check_id}"'),
              threshold_value: 1,
              aggregations: [{ cross_series_reducer: 'REDUCE_COUNT_FALSE' }],
            },
          ],
        },
      ],
    })
  })

  test('every alert waits until its metrics are known', () => {
    const waits = only('time_sleep').triggers
    const metrics = [...resourcesOf(module, 'google_logging_metric').keys()]
    expect(waits).toEqual(
      Object.fromEntries(metrics.map((name) => [name, `\${google_logging_metric.${name}.id}`])),
    )
    for (const { depends_on: after } of resourcesOf(module, 'google_monitoring_alert_policy').values())
      expect(after).toEqual(['${time_sleep.metrics_are_known}'])
  })
})

describe('the module', () => {
  test('uses each of its variables, and no other; each says what it is and refuses what it cannot be', () => {
    const used = new Set([...text.matchAll(/\bvar\.(\w+)/g)].map(([, name = '']) => name))
    expect([...used].toSorted()).toEqual(Object.keys(module.variable).toSorted())
    for (const [name, [variable]] of Object.entries(module.variable)) {
      expect([name, variable.description]).toEqual([name, expect.stringMatching(/\.$/)])
      if (name !== 'labels') expect([name, variable.validation]).toEqual([name, expect.any(Array)])
    }
  })

  test('names only locals and resources that it has', () => {
    const locals = new Set(module.locals.flatMap((block) => Object.keys(block)))
    for (const [, name = ''] of text.matchAll(/\blocal\.(\w+)/g)) expect(locals).toContain(name)
    for (const [, type = '', name = ''] of text.matchAll(/[{[=(\s](google_\w+|time_sleep)\.(\w+)\b(?!\s*")/g))
      expect([type, name, module.resource[type]?.[name]]).toEqual([type, name, expect.any(Array)])
  })

  test('is used by the example with all that it requires and nothing that it does not know', () => {
    const [{ source, ...given }] = example.module.catalog ?? [{}]
    expect(source).toBe('../')
    const required = Object.entries(module.variable).filter(([, [variable]]) => !('default' in variable))
    expect(Object.keys(given).toSorted()).toEqual(required.map(([name]) => name).toSorted())
    for (const [output] of Object.values(example.output))
      expect(Object.keys(module.output)).toContain(String(output.value).match(/module\.catalog\.(\w+)/)?.[1])
  })

  test('is described by its README: every variable with its default, every output', () => {
    const readme = readFileSync(new URL('README.md', folder), 'utf8')
    const items = (heading: string) =>
      [
        ...(readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(
          /^- `(\w+)`(?: \((required|`[^`]+`)\))?: /gm,
        ),
      ].map(([, name = '', value]) => [name, value])
    expect(Object.fromEntries(items('Variables'))).toEqual(
      Object.fromEntries(
        Object.entries(module.variable).map(([name, [{ default: value }]]) => [
          name,
          value === undefined ? 'required' : `\`${JSON.stringify(value)}\``,
        ]),
      ),
    )
    expect(items('Outputs').map(([name]) => name)).toEqual(Object.keys(module.output))
  })
})
