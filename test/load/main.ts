// npm run load [-- --storefronts 200 --minutes 5 …]: a day of many storefronts, squeezed into minutes, on the system of this
// machine; then a report with charts, and a model of what each thing costs. With --model, the model of an earlier run
// predicts this one; with --calculate as well, nothing is run.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStop } from '../../deploy/local/stop-signal.ts'
import { say } from '../../deploy/local/terminal.ts'
import { measureGrowth } from './growth.ts'
import { predict } from './model.ts'
import { expectedAmounts, noAmounts } from './operations.ts'
import { readOptions } from './options.ts'
import { describeUsage } from './report-text.ts'
import { drawReport } from './report.ts'
import { runLoad } from './run-load.ts'
import type { Figures } from './run-load.ts'
import { openClusterTarget } from './targets/cluster.ts'
import { openTarget } from './targets/elsewhere.ts'
import { startLocalTarget } from './targets/local.ts'
import type { Target } from './targets/target.ts'

const options = readOptions(process.argv.slice(2), process.env)
const earlier = options.model === null ? null : readFigures(options.model)
let failures: string[] = []
try {
  if (options.isGrowth) await measureGrowth(say)
  else if (options.isCalculation && earlier) calculate(earlier)
  else failures = await load()
} catch (error) {
  failures = [String(error)]
}
for (const failure of failures.slice(0, 20)) say(`FAILED: ${failure}`)
process.exit(failures.length > 0 ? 1 : 0)

function calculate({ model }: Figures): void {
  const run = { start: noAmounts(), day: expectedAmounts(options.day), seconds: options.day.minutes * 60 }
  for (const line of describeUsage(predict(model, run), null)) say(line)
}

/** Returns what went wrong. */
async function load(): Promise<string[]> {
  const controller = new AbortController()
  void onStop().then(() => controller.abort(new Error('it was stopped')))
  await using target = await startTarget()
  const model = earlier?.model ?? null
  const figures = await runLoad(target, { day: options.day, model, say, signal: controller.signal })
  const folder = join(options.out, new Date().toISOString().slice(0, 19).replaceAll(':', ''))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'figures.json'), JSON.stringify(figures))
  writeFileSync(join(folder, 'report.html'), drawReport(figures))
  for (const line of describeUsage(figures.predicted, figures.used)) say(line)
  say(`${figures.done} of ${figures.works} works done: ${join(folder, 'report.html')}`)
  return figures.failures
}

function startTarget(): Promise<Target> {
  if (options.target === 'cluster') return openClusterTarget(say)
  return options.target === null ? startLocalTarget() : openTarget(options.target)
}

function readFigures(path: string): Figures {
  return JSON.parse(readFileSync(path, 'utf8'))
}
