import { parseArgs } from 'node:util'
import { startWatchdog } from '../../deploy/local/processes.ts'
import { say } from '../../deploy/local/terminal.ts'
import { atATime } from '../support/at-a-time.ts'
import { setup } from '../support/global-setup.ts'
import { boundMs, isQuick } from './fault.ts'
import type { Fault } from './fault.ts'
import { matrix } from './matrix.ts'

// npm run test:faults [-- words in a case's name]: runs every case on a system of its own, many at a time. `--rest`
// omits those that `npm test` runs, and the nightly ones.
const casesAtATime = 10

const { positionals, values } = parseArgs({
  options: { rest: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const chosen = matrix.filter(
  (fault) =>
    positionals.every((word) => fault.name.includes(word)) &&
    !(values.rest && (isQuick(fault) || fault.isNightly)),
)
const startedAt = performance.now()

const stopServers = await setup()
const watchdog = startWatchdog()
say(`${chosen.length} cases, ${casesAtATime} at a time, at most ${boundMs / 60_000} minutes\n`)
const lines = new Map<Fault, Line>()
// Cases that wait for the queue to deliver again start first.
await tryAll(
  casesAtATime,
  chosen.toSorted((one, other) => Number(other.isSlow ?? false) - Number(one.isSlow ?? false)),
)
const failedAtFirst = [...lines].filter(([, { isOk }]) => !isOk)
if (failedAtFirst.length > 0) say('Those that failed again, two at a time')
await tryAll(
  2,
  failedAtFirst.map(([fault]) => fault),
)
const flaky = failedAtFirst
  .filter(([fault]) => lines.get(fault)?.isOk)
  .map(([{ name }, { outcome }]) => `FLAKY: npm run test:faults — ${name} — ${outcome}`)
await watchdog[Symbol.asyncDispose]()
await stopServers()

say('| case | what was done | outcome | | s |\n|---|---|---|---|---|')
for (const fault of chosen) {
  const { outcome = '', isOk = false, seconds = 0 } = lines.get(fault) ?? {}
  say(`| ${[fault.name, fault.done, outcome, isOk ? 'ok' : 'FAILED', seconds.toFixed(0)].join(' | ')} |`)
}
const failed = [...lines.values()].filter(({ isOk }) => !isOk).length
flaky.forEach(say)
say(
  `\n${chosen.length - failed} of ${chosen.length} ok in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
)
process.exit(failed > 0 ? 1 : 0)

interface Line {
  outcome: string
  isOk: boolean
  seconds: number
}

/** Tries them within the bound, and keeps a line of each. */
async function tryAll(atOnce: number, faults: Fault[]): Promise<void> {
  const over = AbortSignal.timeout(boundMs)
  await atATime(atOnce, faults, async (fault) => {
    const line = await tryFault(fault, over)
    lines.set(fault, line)
    if (!line.isOk) say(`FAILED ${fault.name}: ${line.outcome}`)
  })
}

async function tryFault(fault: Fault, over: AbortSignal): Promise<Line> {
  const beganAt = performance.now()
  const end = (outcome: string, isOk: boolean) => ({
    outcome: outcome.replaceAll('\n', ' '),
    isOk,
    seconds: (performance.now() - beganAt) / 1000,
  })
  if (over.aborted) return end('the time was over before it began', false)
  const bound = new Promise<never>((_resolve, reject) => {
    over.addEventListener('abort', () => reject(new Error('the time was over')), { once: true })
  })
  try {
    return end(await Promise.race([fault.run(watchdog), bound]), true)
  } catch (error) {
    return end(error instanceof Error ? error.message : String(error), false)
  }
}
