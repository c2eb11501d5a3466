import { z } from 'zod'
import type { LogEntry } from './log-entry.ts'
import { extract } from './log-entry.ts'
import { parseFilter } from './logging-filter.ts'
import type { Filter } from './logging-filter.ts'
import { readTerraform, resolve, resourcesOf } from './terraform-module.ts'

/** A counter over the log lines that its filter lets through. */
export interface LogMetric {
  name: string
  counts: Filter
  labelsOf: (entry: LogEntry) => Record<string, string>
}

export interface AlertPolicy {
  channels: string
  /** In seconds. */
  autoCloseS: number
  prompts: string[]
  links: string[]
  conditions: AlertCondition[]
}

export interface AlertCondition {
  metric: string
  windowS: number
  threshold: number
  /** Labels of the metric that keep series apart; everything else, pods as well, is added up. */
  by: string[]
}

const Metric = z.object({
  name: z.string(),
  filter: z.string(),
  label_extractors: z.record(z.string(), z.string()).default({}),
  metric_descriptor: z.tuple([
    z.object({
      metric_kind: z.literal('DELTA'),
      value_type: z.literal('INT64'),
      labels: z.array(z.object({ key: z.string(), value_type: z.literal('STRING') })).default([]),
    }),
  ]),
})

/** All that we use of it: another word, or another value, and the test has to learn what it means first. */
const Threshold = z.strictObject({
  filter: z.string().regex(/^resource\.type="k8s_container" AND metric\.type="[^"]+"$/),
  comparison: z.literal('COMPARISON_GT'),
  threshold_value: z.number(),
  duration: z.literal('0s'),
  aggregations: z.tuple([
    z.strictObject({
      alignment_period: z.string().regex(/^\d+s$/),
      per_series_aligner: z.literal('ALIGN_SUM'),
      cross_series_reducer: z.literal('REDUCE_SUM'),
      group_by_fields: z.array(z.string().regex(/^metric\.label\.\w+$/)).default([]),
    }),
  ]),
  trigger: z.tuple([z.strictObject({ count: z.literal(1) })]),
})

const Policy = z.object({
  display_name: z.string(),
  combiner: z.literal('OR'),
  notification_channels: z.string(),
  conditions: z.array(
    z.strictObject({ display_name: z.string(), condition_threshold: z.tuple([Threshold]) }),
  ),
  alert_strategy: z.tuple([
    z.strictObject({ auto_close: z.string(), notification_prompts: z.array(z.string()) }),
  ]),
  documentation: z.tuple([
    z.looseObject({ content: z.string(), links: z.array(z.object({ url: z.string() })) }),
  ]),
})

/** The metrics and policies of deploy/terraform, as they are with these variables; one for each of something is left out. */
export async function readAlerts(
  variables: Record<string, string>,
): Promise<{ metrics: LogMetric[]; policies: Map<string, AlertPolicy> }> {
  const module = await readTerraform()
  const resolved = (text: string) => resolve(module, text, variables)
  const metrics = [...resourcesOf(module, 'google_logging_metric').values()].map((block): LogMetric => {
    const { name, filter, label_extractors: extractors, metric_descriptor: descriptor } = Metric.parse(block)
    const declared = descriptor[0].labels.map(({ key }) => key)
    if (String(declared) !== String(Object.keys(extractors)))
      throw new Error(`${name}: its labels are not those that are extracted`)
    return {
      name: resolved(name),
      counts: parseFilter(resolved(filter)),
      labelsOf: (entry) =>
        Object.fromEntries(Object.entries(extractors).map(([key, each]) => [key, extract(each, entry)])),
    }
  })
  const single = [...resourcesOf(module, 'google_monitoring_alert_policy')].filter(
    ([, block]) => !('for_each' in block),
  )
  const policies = single.map(([name, block]): [string, AlertPolicy] => {
    const policy = Policy.parse(block)
    return [
      name,
      {
        channels: policy.notification_channels,
        autoCloseS: Number.parseInt(policy.alert_strategy[0].auto_close, 10),
        prompts: policy.alert_strategy[0].notification_prompts,
        links: policy.documentation[0].links.map(({ url }) => resolved(url)),
        conditions: policy.conditions.map(({ condition_threshold: [one] }) => {
          return {
            metric: /logging\.googleapis\.com\/user\/([^"]+)"/.exec(resolved(one.filter))?.[1] ?? '',
            windowS: Number.parseInt(one.aggregations[0].alignment_period, 10),
            threshold: one.threshold_value,
            by: one.aggregations[0].group_by_fields.map((field) => field.replace('metric.label.', '')),
          }
        }),
      },
    ]
  })
  return { metrics, policies: new Map(policies) }
}

/** Of one event that a metric counted. */
export interface Point {
  metric: string
  atS: number
  labels: Record<string, string>
}

/** Every group of series (`''` where there is one) for which the condition is true at some time. */
export function groupsThatFire(
  { metric, windowS, threshold, by }: AlertCondition,
  points: Point[],
): string[] {
  const own = points.filter((point) => point.metric === metric)
  const groups = Map.groupBy(own, ({ labels }) => by.map((label) => labels[label] ?? '').join('/'))
  return [...groups]
    .filter(([, group]) =>
      // The window slides; a sum grows only where an event comes in.
      group.some(
        ({ atS: end }) => group.filter(({ atS }) => atS > end - windowS && atS <= end).length > threshold,
      ),
    )
    .map(([name]) => name)
}
