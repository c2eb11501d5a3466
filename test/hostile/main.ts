// npm run test:hostile [-- words of an attack's name]: what storefronts can send and do, many at a time, beside one that
// keeps working; then, without such words or with "crowd", many that all work at once. With --alone, only what needs no more
// than one storefront. It ends with a table: for each
// attack the bystander's slowest answer and the services' memory while it ran, and how long it took until the attacker
// itself was served again. What fails, and what was under way when an answer to the bystander failed, is tried once more
// together, and named where nothing fails then. Memory is judged by the limits of the chart. How long an answer takes
// beside so many attacks is shown and not judged: that says more about the machine than about the services. With
// --judge, attacks are carried out in turns with quiet moments, and the bystander's waits are compared.
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { say } from '../../deploy/local/terminal.ts'
import { setup } from '../support/global-setup.ts'
import { startSystem } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { judgeAll } from './beside.ts'
import { now, startBystander } from './bystander.ts'
import { carryOutAll } from './carry-out.ts'
import type { Line } from './carry-out.ts'
import { crowd } from './crowd.ts'
import { files } from './files.ts'
import { startHostileHost } from './hostile-host.ts'
import { hosts } from './hosts.ts'
import { describeIncident, findIncidents } from './incidents.ts'
import type { Incident } from './incidents.ts'
import { describeCrowd, describeFailed, describeMedians, describePeaks, describeTable } from './report.ts'
import { requests } from './requests.ts'
import { uploads } from './uploads.ts'
import { watchMemory } from './watch-memory.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { alone: { type: 'boolean', default: false }, judge: { type: 'boolean', default: false } },
})
const all = [...requests, ...hosts, ...uploads, ...files]
const chosen = all.filter(
  ({ name }) =>
    positionals.every((word) => name.includes(word)) && !(values.alone && name.includes('storefronts')),
)
const together = values.judge ? [] : chosen
const isCrowded =
  !values.judge && !values.alone && (positionals.length === 0 || positionals.includes('crowd'))
if (chosen.length === 0 && !isCrowded) throw new Error('no attack has such a name')
const beganAt = now()
const report: string[] = []
const flaky: string[] = []
const results: boolean[] = []
const stopServers = await setup()
{
  await using images = await startHostileHost()
  await using bystander = await startBystander()
  const { answers } = bystander
  await using system = await startSystem({
    env: {
      all: { CATALOG_IMAGE_ALLOWED_HOSTS: `${images.host},${bystander.imageHost}` },
      'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
      // Far more than in production, so that floods reach the services.
      gateway: { CATALOG_LIMIT_REQUESTS_PER_MINUTE: '2000' },
    },
  })
  using memory = watchMemory(system)
  /** Runs a whole round of it, starting now. */
  const goesOn = async () => {
    const since = now()
    const begins = await waitFor('the bystander', () => answers.find(({ at }) => at >= since))
    await waitFor('a round of the bystander', () =>
      answers.some(({ at, what, failure }) => at >= begins.at && (what === 'read' || failure !== undefined)),
    )
  }
  bystander.begin(system, { everyMs: values.judge ? 50 : 500 })
  await waitFor('the bystander to be served', () => answers.some(({ what }) => what === 'read'))

  if (values.judge) {
    // The services do not compute the attacks.
    setPriority(10)
    results.push(...(await judgeAll(chosen, { system, images, answers, memory }, say)))
  }

  const attempt = async (attacks: typeof all): Promise<{ lines: Line[]; incidents: Incident[] }> => {
    const since = now()
    const lines: Line[] = []
    await carryOutAll(attacks, { system, images }, (line) => {
      lines.push(line)
      const tookS = ((line.endedAt - line.startedAt) / 1_000).toFixed(1)
      const count = `${lines.length} of ${attacks.length}`
      say(
        line.isOk ? `${count} ok ${line.attack.name}: ${tookS} s` : `${count} FAILED ${describeFailed(line)}`,
      )
    })
    await goesOn()
    const incidents = findIncidents(answers, lines, since)
    incidents.forEach((incident) => say(`FAILED ${describeIncident(incident)}`))
    return { lines, incidents }
  }
  if (together.length > 0) say(`${together.length} attacks`)
  const first = await attempt(together)
  const failed = first.lines.filter(({ isOk }) => !isOk)
  const suspects = new Set([
    ...failed.map(({ attack }) => attack),
    ...first.incidents.flatMap((incident) => incident.suspects),
  ])
  if (suspects.size > 0) say(`again, without the others: ${suspects.size} attacks`)
  const second = suspects.size > 0 ? await attempt([...suspects]) : first
  const lines = together.flatMap(
    (attack) => [...second.lines, ...first.lines].find((line) => line.attack === attack) ?? [],
  )
  if (together.length > 0) results.push(...lines.map(({ isOk }) => isOk), second.incidents.length === 0)
  for (const line of failed) {
    const isOkNow = second.lines.some(({ attack, isOk }) => attack === line.attack && isOk)
    if (isOkNow) flaky.push(describeFailed(line))
  }
  if (second.incidents.length === 0) flaky.push(...first.incidents.map(describeIncident))
  if (lines.length > 0) report.push(...describeTable(lines, answers, memory), '')
  report.push(describeMedians(answers))

  if (isCrowded) {
    say('a crowd')
    const startedAt = now()
    const crowded = await crowd(system)
    const description = describeCrowd(crowded, memory.peakSince(startedAt))
    results.push(description.isOk)
    report.push('', ...description.lines)
  }
  const peaks = await describePeaks(memory.peakSince(beganAt))
  results.push(peaks.isOk)
  report.push('', ...peaks.lines)
}
await stopServers()

report.forEach(say)
flaky.forEach((line) => say(`FLAKY: npm run test:hostile — ${line.replaceAll(/\s+/g, ' ')}`))
const passed = results.filter(Boolean).length
say(`${passed} of ${results.length} ok in ${((now() - beganAt) / 1_000).toFixed(0)} s`)
process.exit(passed < results.length ? 1 : 0)
