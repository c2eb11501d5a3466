import { setTimeout as wait } from 'node:timers/promises'
import { atATime } from '../support/at-a-time.ts'
import { ExpectedCatalog } from './catalog.ts'
import { createClient } from './client.ts'
import { figuresOf } from './latencies.ts'
import type { Answered, EndpointFigures } from './latencies.ts'
import { measureOperations } from './measure.ts'
import { createMerchant } from './merchant.ts'
import type { Merchant } from './merchant.ts'
import { fitModel, kept, predict, withFactors } from './model.ts'
import type { Model, Observation, Run, Usage } from './model.ts'
import { amountsOf, amountsOfStart } from './operations.ts'
import { planDay } from './plan.ts'
import type { Day, DayOptions } from './plan.ts'
import { runDay } from './run-day.ts'
import { startSampler, usedBetween } from './sampler.ts'
import type { Sample, Sampler } from './sampler.ts'
import type { Target } from './targets/target.ts'

/** The results of a run; stored as `figures.json`. */
export interface Figures {
  day: DayOptions
  seconds: number
  works: number
  done: number
  failures: string[]
  lateMs: number
  endpoints: EndpointFigures[]
  answers: Answered[]
  /** Of the day; `atMs` from its beginning. */
  samples: Sample[]
  run: Run
  used: Usage
  /** By the model of an earlier run; without one, by this run's. */
  predicted: Usage
  /** Includes this run's factors. */
  model: Model
  observations: Observation[]
}

export interface LoadRun {
  day: DayOptions
  model: Model | null
  say: (line: string) => void
  signal: AbortSignal
}

/** A day that takes this many times as long as planned has failed. */
const patience = 3
/** Initial catalogs that are imported at a time. */
const importsAtATime = 4

/** Runs the initial catalogs, each operation alone (unless there is a model), the day, and a check of all catalogs. */
export async function runLoad(
  target: Target,
  { day: options, model: earlier, say, signal }: LoadRun,
): Promise<Figures> {
  const day = planDay(options)
  const ending = AbortSignal.any([signal, within(patience * options.minutes + 30)])
  const client = createClient(target.api, ending)
  const pictureUrl = target.pictureUrl ?? ((path) => `http://127.0.0.1${path}`)
  // New ones, even after an earlier run.
  const prefix = `load-${Date.now().toString(36)}`
  const merchantOf = (name: string, plain: number) =>
    createMerchant(client, new ExpectedCatalog(`${prefix}-${name}`, plain, pictureUrl))
  await using sampler = startSampler(target.look)

  const merchants = day.products.map((count, number) => merchantOf(String(number), count))
  say(`${merchants.length} storefronts get their catalogs`)
  const empty = await sampler.look()
  await fillCatalogs(merchants, day)
  const filled = await sampler.look()
  let measured: { model: Model; observations: Observation[] } | null = null
  if (earlier === null) {
    say('each operation by itself')
    const subjects = {
      large: merchantOf('large', Infinity),
      small: merchantOf('small', Infinity),
      illustrated: target.pictureUrl && merchantOf('illustrated', 0),
    }
    const { observations, idle } = await measureOperations(subjects, () => sampler.look())
    measured = { observations, model: fitModel(observations, idle) }
  }
  const model = earlier ?? measured?.model
  if (model === undefined) throw new Error('there is no model')

  const works = target.pictureUrl ? day.works : day.works.filter(({ kind }) => kind !== 'pictures')
  say(`${works.length} works in ${options.minutes} minutes`)
  const before = await sampler.look()
  client.beginDay()
  const bound = AbortSignal.any([ending, within(patience * options.minutes + 2)])
  const result = await runDay(works, merchants, bound)
  const answers = [...client.answers]
  await wait(1_000)
  const after = await sampler.look()

  say('all catalogs are looked at')
  const failures = [...result.failures, ...(await checkCatalogs(merchants))]
  const run = {
    start: amountsOfStart(day),
    day: amountsOf({ ...day, works }),
    seconds: (after.atMs - before.atMs) / 1_000,
  }
  const used = addUp([usedBetween(empty, filled), usedBetween(before, after)])
  return {
    day: options,
    ...result,
    works: works.length,
    failures,
    endpoints: figuresOf(answers),
    answers,
    samples: samplesOf(sampler, before),
    run,
    used,
    predicted: predict(model, run),
    model: withFactors(model, run, used),
    observations: measured?.observations ?? [],
  }
}

function within(minutes: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(minutes * 60_000))
}

async function fillCatalogs(merchants: Merchant[], { products }: Day): Promise<void> {
  await atATime(importsAtATime, merchants.entries(), async ([number, merchant]) => {
    for (const change of merchant.catalog.newProducts(products[number] ?? 0)) {
      await merchant.confirm(await merchant.upload(change), change)
      change.apply()
    }
  })
}

async function checkCatalogs(merchants: Merchant[]): Promise<string[]> {
  const failures: string[] = []
  for (const merchant of merchants)
    await merchant
      .takeOut()
      .catch((error: unknown) => failures.push(`${merchant.catalog.storefront} at the end: ${String(error)}`))
  return failures
}

/** Usage of the day; for stored data, including the initial catalogs. */
function addUp([start, day]: [Usage, Usage]): Usage {
  return Object.fromEntries(
    Object.entries(day).map(([name, usage]) => [
      name,
      usage + (kept.includes(name) ? (start[name] ?? 0) : 0),
    ]),
  )
}

function samplesOf({ samples }: Sampler, { atMs: from }: Sample): Sample[] {
  return samples
    .filter(({ atMs }) => atMs >= from)
    .map(({ atMs, processes, bytes }) => ({ atMs: atMs - from, processes, bytes }))
}
