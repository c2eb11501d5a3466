// npm run test:hostile [-- words of an attack's name]: what storefronts can send and do, four at a time, beside one that
// keeps working; then, without such words or with "crowd", many that all work at once. It ends with a table: for each
// attack the bystander's slowest answer, its failures and the services' memory while it ran, and how long it took until
// the attacker itself was served again. An attack that fails is tried once more by itself, and named where it then passes.
import { parseArgs } from 'node:util'
import { setup } from '../support/global-setup.ts'
import { startSystem } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack, Stage } from './attack.ts'
import { now, startBystander } from './bystander.ts'
import type { Answer } from './bystander.ts'
import { crowd } from './crowd.ts'
import type { CrowdReport } from './crowd.ts'
import { files } from './files.ts'
import { startHostileHost } from './hostile-host.ts'
import { hosts } from './hosts.ts'
import { requests } from './requests.ts'
import { uploads } from './uploads.ts'
import { watchMemory } from './watch-memory.ts'
import type { Memory } from './watch-memory.ts'

const atATime = 4
const attackMs = 60_000
/** A bystander that waits for longer is a failure, too. */
const patienceMs = 10_000

interface Line {
  name: string
  outcome: string
  isOk: boolean
  slowest: Answer | undefined
  failures: Answer[]
  memory: Memory
  releasedMs: number
}

const { positionals } = parseArgs({ allowPositionals: true })
// Those that take long by waiting come first, beside the others.
const all = [...requests, ...hosts, ...uploads, ...files].toReversed()
const chosen = all.filter(({ name }) => positionals.every((word) => name.includes(word)))
const isCrowded = positionals.length === 0 || positionals.includes('crowd')
if (chosen.length === 0 && !isCrowded) throw new Error('no attack has such a name')
const beganAt = now()
const stopServers = await setup()
const lines: Line[] = []
const flaky: string[] = []
let crowded: (CrowdReport & { memory: Memory }) | undefined
{
  await using images = await startHostileHost()
  await using bystander = await startBystander()
  await using system = await startSystem({
    env: {
      all: { CATALOG_IMAGE_ALLOWED_HOSTS: `${images.host},${bystander.imageHost}` },
      'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
      // Far more than merchants have, so that floods get through to the services.
      gateway: { CATALOG_LIMIT_REQUESTS_PER_MINUTE: '2000' },
    },
  })
  using memory = watchMemory(system)
  bystander.begin(system)
  await waitFor('the bystander to be served', () => bystander.answers.some(({ what }) => what === 'image'))
  say(`${chosen.length} attacks`)

  const waiting = chosen.map((attack, number) => ({ attack, storefront: `attacker-${number}` }))
  const attackOnce = async ({ attack, storefront }: (typeof waiting)[number]): Promise<Line> => {
    const startedAt = now()
    const stage = { system, images, storefront, signal: AbortSignal.timeout(attackMs) }
    const result = await carryOut(attack, stage)
    // One round of the bystander's may end only now.
    await waitFor('the bystander', () =>
      bystander.answers.some(({ at, what }) => at >= startedAt && what === 'image'),
    )
    const answers = bystander.answers.filter(({ at, ms }) => at + ms >= startedAt)
    const failures = answers.filter(({ failure, ms }) => failure !== undefined || ms > patienceMs)
    const line = {
      ...result,
      name: attack.name,
      isOk: result.isOk && failures.length === 0,
      slowest: answers.toSorted((one, other) => other.ms - one.ms)[0],
      failures,
      memory: memory.peakSince(startedAt),
    }
    if (line.isOk) say(`ok ${attack.name}: ${((now() - startedAt) / 1_000).toFixed(1)} s`)
    else say(`FAILED ${describeFailed(line)}`)
    return line
  }
  const failedAtFirst: { line: Line; again: (typeof waiting)[number] }[] = []
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const line = await attackOnce(next)
        if (line.isOk) lines.push(line)
        else failedAtFirst.push({ line, again: next })
      }
    }),
  )
  for (const { line, again } of failedAtFirst) {
    say(`again, by itself: ${line.name}`)
    const second = await attackOnce(again)
    lines.push(second)
    if (second.isOk)
      flaky.push(`FLAKY: npm run test:hostile — ${describeFailed(line).replaceAll(/\s+/g, ' ')}`)
  }
  if (isCrowded) {
    say('a crowd')
    const startedAt = now()
    crowded = { ...(await crowd(system)), memory: memory.peakSince(startedAt) }
  }
}
await stopServers()

say(
  '\n| attack | answered | bystander’s slowest answer | failures | gateway, import, export, image MiB | served again after | |',
)
say('|---|---|---|---|---|---|---|')
for (const { name, outcome, isOk, slowest, failures, memory, releasedMs } of lines) {
  const cells = [
    name,
    outcome.replaceAll('\n', ' ').slice(0, 200),
    slowest === undefined ? '' : `${slowest.ms.toFixed(0)} ms (${slowest.what})`,
    failures.length,
    describeMemory(memory),
    `${releasedMs.toFixed(0)} ms`,
    isOk ? 'ok' : 'FAILED',
  ]
  say(`| ${cells.join(' | ')} |`)
}
const results = lines.map(({ isOk }) => isOk)
if (crowded !== undefined) {
  const { storefronts, rounds, refusals, failures, memory: peak } = crowded
  const isFair = rounds.least >= rounds.median / 2
  results.push(isFair && failures.length === 0)
  say(
    `\n${storefronts} storefronts for a minute: ${rounds.least} files of the slowest, ${rounds.median} of the median, ${rounds.most} of the quickest; ${refusals} times asked to retry; ${failures.length} failures; ${describeMemory(peak)} MiB`,
  )
  if (!isFair) say('FAILED: the slowest has less than half of the median')
  failures.forEach(say)
}
const passed = results.filter(Boolean).length
flaky.forEach(say)
say(`${passed} of ${results.length} ok in ${((now() - beganAt) / 1_000).toFixed(0)} s`)
process.exit(passed < results.length ? 1 : 0)

function describeMemory(memory: Memory): string {
  return (['gateway', 'import-service', 'export-service', 'image-service'] as const)
    .map((name) => memory[name].toFixed(0))
    .join(', ')
}

/** The attack, and then its storefront as an ordinary one. */
async function carryOut(
  attack: Attack,
  stage: Stage,
): Promise<{ outcome: string; isOk: boolean; releasedMs: number }> {
  let outcome: string
  let isOk = true
  try {
    outcome = await attack.run(stage)
    isOk = !/(^|× )500 (?!×)|HTTP\/1.1 500/.test(outcome)
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error)
    isOk = false
  }
  const endedAt = now()
  await waitFor(`${attack.name}: the attacker to be served`, () => isServed(stage), { everyMs: 250 })
  return { outcome, isOk, releasedMs: now() - endedAt }
}

async function isServed({ system, storefront }: Stage): Promise<boolean> {
  const uploaded = await system.request('/api/products/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'handle,title,variant_price\na,A,1\n',
    storefront,
  })
  const exported = await system.request('/api/products/export', { storefront })
  await Promise.all([uploaded.arrayBuffer(), exported.arrayBuffer()])
  // 409: there is nothing to export.
  return uploaded.status === 201 && (exported.status === 200 || exported.status === 409)
}

function describeFailed({ name, outcome, failures }: Line): string {
  return `${name}: ${outcome}${failures.map(describeFailure).join('')}`
}

function describeFailure({ what, failure, ms }: Answer): string {
  return `\n  ${what}: ${failure ?? `${ms.toFixed(0)} ms`}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
