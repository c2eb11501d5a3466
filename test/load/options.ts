import { parseArgs } from 'node:util'
import { defaultDay, workKinds } from './plan.ts'
import type { DayOptions, WorkKind } from './plan.ts'
import type { ElsewhereOptions } from './targets/elsewhere.ts'

export interface LoadOptions {
  day: DayOptions
  /** The `figures.json` of an earlier run, whose model predicts this one; null: measured in this run. */
  model: string | null
  /** Nothing is run: only the model's prediction. */
  isCalculation: boolean
  /** Instead of a day, each endpoint with more and more data. */
  isGrowth: boolean
  /** Folder of the report. */
  out: string
  /** Null: a system on this machine. Otherwise the cluster in KUBECONFIG, or an existing installation. */
  target: 'cluster' | ElsewhereOptions | null
}

/** @throws for an unknown option, or a number that is not above 0 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: defaultDay.seed },
      storefronts: { type: 'string', default: String(defaultDay.storefronts) },
      minutes: { type: 'string', default: String(defaultDay.minutes) },
      rows: { type: 'string', default: String(defaultDay.rows) },
      'edit-rows': { type: 'string', default: String(defaultDay.editRows) },
      'pictures-each': { type: 'string', default: String(defaultDay.pictures) },
      times: { type: 'string', default: '' },
      model: { type: 'string' },
      growth: { type: 'boolean', default: false },
      calculate: { type: 'boolean', default: false },
      out: { type: 'string', default: '.catalog/load' },
      cluster: { type: 'boolean', default: false },
      url: { type: 'string' },
      pictures: { type: 'string' },
      metrics: { type: 'string', multiple: true, default: [] },
    },
  })
  if (values.calculate && values.model === undefined) throw new Error('--calculate needs a --model')
  return {
    day: {
      seed: values.seed,
      storefronts: numberOf('storefronts', values.storefronts),
      minutes: numberOf('minutes', values.minutes),
      rows: numberOf('rows', values.rows),
      editRows: numberOf('edit-rows', values['edit-rows']),
      pictures: numberOf('pictures-each', values['pictures-each']),
      times: { ...defaultDay.times, ...timesOf(values.times) },
    },
    model: values.model ?? null,
    isCalculation: values.calculate,
    isGrowth: values.growth,
    out: values.out,
    target: values.cluster ? 'cluster' : elsewhere(values, env),
  }
}

/** `--url` and its options; secrets are in the environment, where other users cannot list them. */
function elsewhere(
  { url, pictures, metrics }: { url?: string; pictures?: string; metrics: string[] },
  { CATALOG_AUTH_SECRET: secret, CATALOG_DATABASE_URL: databaseUrl }: NodeJS.ProcessEnv,
): ElsewhereOptions | null {
  if (url === undefined) return null
  if (secret === undefined) throw new Error('--url needs the secret of its tokens in CATALOG_AUTH_SECRET')
  return {
    url: url.replace(/\/$/, ''),
    secret,
    databaseUrl: databaseUrl ?? null,
    pictures: pictures?.replace(/\/$/, '') ?? null,
    metrics: Object.fromEntries(
      metrics.map((one): [string, string] => {
        const at = one.indexOf('=')
        if (at < 1) throw new Error(`--metrics is NAME=URL, not ${one}`)
        return [one.slice(0, at), one.slice(at + 1)]
      }),
    ),
  }
}

/** `edit=8,export=2` */
function timesOf(list: string): Partial<Record<WorkKind, number>> {
  return Object.fromEntries(
    list
      .split(',')
      .filter(Boolean)
      .map((item) => {
        const [name = '', times] = item.split('=')
        const kind = workKinds.find((one) => one === name)
        if (kind === undefined) throw new Error(`--times: there is no ${name}, but ${workKinds.join(', ')}`)
        const number = Number(times)
        if (!(number >= 0)) throw new Error(`--times: ${item} names no number`)
        return [kind, number]
      }),
  )
}

function numberOf(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} is to be a number above 0, not ${text}`)
  return number
}
