// npm run test:cluster [-- word of a case's name ...]: the chart on the Kubernetes behind KUBECONFIG, one case after the other
import { parseArgs } from 'node:util'
import { startGuard } from '../../deploy/local/processes.ts'
import { onStop } from '../../deploy/local/stop-signal.ts'
import { cases } from './cases.ts'
import type { Case } from './case.ts'
import { clusterAnswers } from './client-tools.ts'
import { describeState } from './describe-state.ts'
import { openLab, removeLab } from './lab.ts'
import type { Lab } from './lab.ts'

const boundMs = 40 * 60_000

interface Line {
  name: string
  outcome: string
  isOk: boolean
  seconds: number
}

if (process.env.KUBECONFIG === undefined || process.env.LOAD_IMAGES === undefined) {
  say(
    'The tests on a cluster are left out: they need one by KUBECONFIG, and by LOAD_IMAGES a program that copies images',
  )
  say(
    'of the container engine to its nodes. ../shared/cluster/with-cluster npm run test:cluster gives both, and so does kind.',
  )
  process.exit(0)
}
if (!(await clusterAnswers())) {
  say('No API server answers behind KUBECONFIG.')
  process.exit(1)
}

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = cases.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
)
const beganAt = performance.now()
const timer = setTimeout(() => {
  say(`after ${boundMs / 60_000} minutes it is over`)
  process.exitCode = 1
  stop(null)
}, boundMs)
const { promise: over, resolve: stop } = Promise.withResolvers<null>()
const guard = startGuard()
const lines: Line[] = []

await Promise.race([tryAll(), onStop(), over])
clearTimeout(timer)
say('\nclearing up')
const left = await removeLab().then(
  () => null,
  (error: unknown) => firstLine(error),
)
if (left !== null) say(left)
await guard.release()

say('\n| case | outcome | | s |\n|---|---|---|---|')
for (const { name, outcome, isOk, seconds } of lines) {
  say(`| ${name} | ${outcome} | ${isOk ? 'ok' : 'FAILED'} | ${seconds.toFixed(0)} |`)
}
const passed = lines.filter(({ isOk }) => isOk).length
say(`\n${passed} of ${chosen.length} ok in ${sinceS(beganAt).toFixed(0)} s`)
process.exit(passed === chosen.length && left === null ? 0 : 1)

async function tryAll(): Promise<void> {
  let lab: Lab
  try {
    lab = await openLab(guard, (sentence) => say(`${sinceS(beganAt).toFixed(0).padStart(5)} s  ${sentence}`))
  } catch (error) {
    say(String(error))
    lines.push({ name: 'servers', outcome: firstLine(error), isOk: false, seconds: sinceS(beganAt) })
    return
  }
  for (const one of chosen) {
    say(`${sinceS(beganAt).toFixed(0).padStart(5)} s  ${one.name} ...`)
    lines.push(await tryCase(one, lab))
  }
}

async function tryCase(one: Case, lab: Lab): Promise<Line> {
  const startedAt = performance.now()
  try {
    // Whatever the one before has left, or nothing at all.
    await lab.installation.upgrade()
    const outcome = await one.run(lab)
    say(`         ok: ${outcome}`)
    return { name: one.name, outcome, isOk: true, seconds: sinceS(startedAt) }
  } catch (error) {
    say(`         FAILED: ${error instanceof Error ? error.stack : String(error)}`)
    say(await describeState(lab.tools))
    await lab.helper
      .open()
      .catch((reason: unknown) => say(`the image host was not opened: ${firstLine(reason)}`))
    return { name: one.name, outcome: firstLine(error), isOk: false, seconds: sinceS(startedAt) }
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
