// npm run test:cluster [-- word of a case's name ...]: the chart on the Kubernetes behind KUBECONFIG, in two labs at a time:
// the cases wait more than they compute. `--all` runs those of the nightly run as well; `--variant` chooses what is around the
// release (variants.ts); `--leave` leaves the namespaces to a cluster that ends with the command.
import { parseArgs } from 'node:util'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { onStop } from '../../deploy/local/stop-signal.ts'
import { cases, casesOfVariants, lastCase, longCases, nightlyCases } from './cases.ts'
import type { Case } from './case.ts'
import { clusterAnswers } from './client-tools.ts'
import { describeState } from './describe-state.ts'
import { openLab, prepareImages, removeLab } from './lab.ts'
import type { Lab, LabOptions } from './lab.ts'
import type { Variant } from './variant.ts'
import { plain, variants } from './variants.ts'

/** Limit for cases that hang. */
const boundMs = 40 * 60_000
const namespaces = ['catalog-cluster-test', 'catalog-cluster-test-2']
const namespaceOfLongCases = 'catalog-cluster-test-3'

interface Line {
  name: string
  outcome: string
  isOk: boolean
  seconds: number
  lab?: Lab
}

if (process.env.KUBECONFIG === undefined || process.env.LOAD_IMAGES === undefined) {
  say(
    'The tests on a cluster are left out: they need one by KUBECONFIG, and by LOAD_IMAGES a program that copies images',
  )
  say('of the container engine to its nodes. deploy/README.md shows both with kind.')
  process.exit(0)
}
if (!(await clusterAnswers())) {
  say('No API server answers behind KUBECONFIG.')
  process.exit(1)
}

const { positionals, values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    leave: { type: 'boolean', default: false },
    variant: { type: 'string', default: 'plain' },
  },
  allowPositionals: true,
})
const variant = variants[values.variant]
if (variant === undefined) {
  say(`There is no variant ${values.variant}, but ${Object.keys(variants).join(', ')}.`)
  process.exit(2)
}
const isNamed = ({ name }: Case) => positionals.some((word) => name.includes(word))
const isChosen = (one: Case) => positionals.length === 0 || isNamed(one)
const isChosenOfAll = (one: Case) => values.all || isNamed(one)
const each = [...cases, ...(casesOfVariants[values.variant] ?? [])]
const chosen = [...nightlyCases.filter(isChosenOfAll), ...each.filter(isChosen)]
// The last release may not know a variant's values.
const long = variant === plain ? longCases.filter(isChosenOfAll) : []
const last = [lastCase].filter(isChosen)
const count = chosen.length + long.length + last.length
const beganAt = performance.now()
const timer = setTimeout(() => {
  say(`after ${boundMs / 60_000} minutes it is over`)
  process.exitCode = 1
  stop(null)
}, boundMs)
const { promise: over, resolve: stop } = Promise.withResolvers<null>()
const watchdog = startWatchdog()
const lines: Line[] = []
const flaky: string[] = []
const warnings: string[] = []

await Promise.race([tryAll(variant), onStop(), over])
clearTimeout(timer)
if (!values.leave) say('\nclearing up')
const made = [...namespaces, namespaceOfLongCases]
const removals = await Promise.allSettled(values.leave ? [] : made.map(removeLab))
const left = removals.filter((removal) => removal.status === 'rejected')
for (const { reason } of left) say(firstLine(reason))
await watchdog[Symbol.asyncDispose]()

say('\n| case | outcome | | s |\n|---|---|---|---|')
for (const { name, outcome, isOk, seconds } of lines) {
  say(`| ${name} | ${outcome} | ${isOk ? 'ok' : 'FAILED'} | ${seconds.toFixed(0)} |`)
}
flaky.forEach(say)
const ok = lines.filter(({ isOk }) => isOk).length
say(`\n${ok} of ${count} ok in ${sinceS(beganAt).toFixed(0)} s`)
process.exit(ok === count && left.length === 0 ? 0 : 1)

async function tryAll(around: Variant): Promise<void> {
  let labs: Lab[]
  let options: Omit<LabOptions, 'namespace'>
  try {
    tell('images of the servers')
    const { tags, ours } = await prepareImages(around, tell)
    tell('our images, and namespaces and servers beside them')
    options = { tags, variant: around, watchdog, say: tell, warnings }
    const wanted = namespaces.slice(0, Math.max(last.length, chosen.length))
    const opened = wanted.map((namespace) => openLab({ namespace, ...options }))
    ;[labs] = await Promise.all([Promise.all(opened), ours])
    tell('the servers are there')
  } catch (error) {
    say(String(error))
    lines.push({ name: 'servers', outcome: firstLine(error), isOk: false, seconds: sinceS(beganAt) })
    return
  }
  const waiting = [...chosen]
  await Promise.all(labs.map((lab) => workOff(waiting, lab)))
  for (const one of long) lines.push(await tryInOwnLab(one, options))
  await Promise.all(labs.slice(0, 1).map((lab) => workOff(last, lab)))
  await tryAgain(labs)
}

/** Runs in the other lab, because the first attempt left its products in its lab. */
async function tryAgain(labs: Lab[]): Promise<void> {
  for (const [at, { name, lab, outcome, isOk }] of lines.entries()) {
    const failed = isOk ? undefined : chosen.find((one) => one.name === name)
    const other = labs.find((one) => one !== lab)
    if (failed === undefined || other === undefined) continue
    tell('again, by itself')
    const line = await tryCase(failed, other)
    lines[at] = line
    if (line.isOk) flaky.push(`FLAKY: npm run test:cluster — ${name} — ${outcome}`)
  }
}

async function workOff(waiting: Case[], lab: Lab): Promise<void> {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    lines.push(await tryCase(one, lab))
    if (one.isLastOfLab ?? false) return
  }
}

async function tryInOwnLab(one: Case, options: Omit<LabOptions, 'namespace'>): Promise<Line> {
  const startedAt = performance.now()
  try {
    return await tryCase(one, await openLab({ namespace: namespaceOfLongCases, ...options }))
  } catch (error) {
    say(String(error))
    return { name: one.name, outcome: firstLine(error), isOk: false, seconds: sinceS(startedAt) }
  }
}

/** Adds the time, since several cases log at once. */
function tell(sentence: string): void {
  say(`${sinceS(beganAt).toFixed(0).padStart(5)} s  ${sentence}`)
}

async function tryCase(one: Case, lab: Lab): Promise<Line> {
  const startedAt = performance.now()
  tell(`${one.name} ...`)
  try {
    if (!(one.beginsEmpty ?? false)) await lab.installation.restore()
    const outcome = await one.run(lab)
    tell(`${one.name}: ok: ${outcome}`)
    return { name: one.name, outcome, isOk: true, seconds: sinceS(startedAt), lab }
  } catch (error) {
    tell(`${one.name}: FAILED: ${error instanceof Error ? error.stack : String(error)}`)
    say(await describeState(lab.tools))
    lab.installation.distrust()
    await lab.helper
      .open()
      .catch((reason: unknown) => say(`the image host was not opened: ${firstLine(reason)}`))
    return { name: one.name, outcome: firstLine(error), isOk: false, seconds: sinceS(startedAt), lab }
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function sinceS(from: number): number {
  return (performance.now() - from) / 1000
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
