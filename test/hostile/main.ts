// npm run test:hostile [-- words of an attack's name]: what one storefront can send and do, beside one that goes on
// working. It ends with a table: the bystander's slowest answer, its failures, the services' memory, and how long it took
// until the attacker itself was served again.
import { parseArgs } from 'node:util'
import { setup } from '../support/global-setup.ts'
import { startImageHost } from '../support/image-host.ts'
import { startSystem } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack } from './attack.ts'
import { clients } from './clients.ts'
import { files } from './files.ts'
import { startBystander } from './bystander.ts'
import type { Answer } from './bystander.ts'
import { watchMemory } from './watch-memory.ts'
import type { Memory } from './watch-memory.ts'

const attackMs = 20_000
/** Longer than this is a failure, too. */
const patienceMs = 10_000

interface Line {
  attack: Attack
  outcome: string
  isOk: boolean
  slowest: Answer | undefined
  failures: Answer[]
  memory: Memory
  releasedMs: number
}

const { positionals } = parseArgs({ allowPositionals: true })
const chosen = [...files, ...clients].filter(({ name }) => positionals.every((word) => name.includes(word)))
const beganAt = performance.now()
const stopServers = await setup()
const lines: Line[] = []
{
  await using images = await startImageHost()
  await using system = await startSystem({
    env: { 'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
  })
  await using bystander = startBystander(system, images)
  using memory = watchMemory(system)
  await waitFor('the bystander to be served', () => bystander.answers.some(({ what }) => what === 'image'))
  say(`${chosen.length} attacks\n`)
  for (const [number, attack] of chosen.entries()) {
    const startedAt = performance.now()
    memory.takePeak()
    const storefront = `attacker-${number}`
    const signal = AbortSignal.timeout(attackMs)
    let outcome: string
    let isOk = true
    try {
      outcome = await attack.run({ system, images, storefront, signal })
    } catch (error) {
      outcome = error instanceof Error ? error.message : String(error)
      isOk = false
    }
    const releasedAt = performance.now()
    await waitFor('the attacker to be served', async () => {
      const response = await system.request('/api/products/imports', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'handle,title,variant_price\na,A,1\n',
        storefront,
      })
      await response.arrayBuffer()
      return response.status === 201
    })
    const releasedMs = performance.now() - releasedAt
    await waitFor('the bystander', () =>
      bystander.answers.some(({ at, what }) => at >= startedAt && what === 'image'),
    )
    const answers = bystander.answers.filter(({ at, ms }) => at + ms >= startedAt)
    const failures = answers.filter(({ failure, ms }) => failure !== undefined || ms > patienceMs)
    const slowest = answers.toSorted((one, other) => other.ms - one.ms)[0]
    isOk &&= failures.length === 0
    lines.push({ attack, outcome, isOk, slowest, failures, memory: memory.takePeak(), releasedMs })
    if (!isOk)
      say(
        `FAILED ${attack.name}: ${outcome}; ${failures.map(({ what, failure }) => `${what}: ${failure}`).join('; ')}`,
      )
  }
}
await stopServers()

say(
  '| attack | answered | bystander’s slowest answer | failures | gateway, import, export, image MiB | served again after | |',
)
say('|---|---|---|---|---|---|---|')
for (const { attack, outcome, isOk, slowest, failures, memory, releasedMs } of lines) {
  const cells = [
    attack.name,
    outcome.replaceAll('\n', ' '),
    slowest === undefined ? '' : `${slowest.ms.toFixed(0)} ms (${slowest.what})`,
    String(failures.length),
    Object.values(memory)
      .map((value) => value.toFixed(0))
      .join(', '),
    `${releasedMs.toFixed(0)} ms`,
    isOk ? 'ok' : 'FAILED',
  ]
  say(`| ${cells.join(' | ')} |`)
}
const failed = lines.filter(({ isOk }) => !isOk).length
say(
  `\n${chosen.length - failed} of ${chosen.length} ok in ${((performance.now() - beganAt) / 1000).toFixed(0)} s`,
)
process.exit(failed > 0 ? 1 : 0)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
