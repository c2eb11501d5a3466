import { atATime } from '../support/at-a-time.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack, Stage } from './attack.ts'
import { now } from './bystander.ts'

/** Attacks at a time: those that compute, and in addition those that wait. */
const most = { computing: 4, waiting: 8 }
/** Limit for hangs. */
const attackMs = 120_000

/** The result of an attack. */
export interface Line {
  attack: Attack
  /** A summary of the answers, or why it failed. */
  outcome: string
  isOk: boolean
  /** By `now()`; the end includes waiting until its storefront was served again. */
  startedAt: number
  endedAt: number
  releasedMs: number
}

/** Runs all attacks, each with its own storefront, which must be served at the end. */
export async function carryOutAll(
  attacks: Attack[],
  { system, images }: Pick<Stage, 'system' | 'images'>,
  onLine: (line: Line) => void,
): Promise<void> {
  const work = async (attack: Attack) => {
    storefronts += 1
    const storefront = `attacker-${storefronts}`
    onLine(await carryOut(attack, { system, images, storefront, signal: AbortSignal.timeout(attackMs) }))
  }
  const computing = attacks.filter(({ waits = false }) => !waits)
  const waiting = attacks.filter(({ waits = false }) => waits)
  await Promise.all([atATime(most.computing, computing, work), atATime(most.waiting, waiting, work)])
}

let storefronts = 0

async function carryOut(attack: Attack, stage: Stage): Promise<Line> {
  const startedAt = now()
  let outcome: string
  let isOk = true
  try {
    outcome = await attack.run(stage)
    isOk = !/(^|× )500 (?!×)|HTTP\/1.1 500/.test(outcome)
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error)
    isOk = false
  }
  const overAt = now()
  await waitFor(`${attack.name}: the attacker to be served`, () => isServed(stage), { everyMs: 250 })
  const endedAt = now()
  return { attack, outcome, isOk, startedAt, endedAt, releasedMs: endedAt - overAt }
}

/** Whether the storefront can upload and export. */
export async function isServed({
  system,
  storefront,
}: Pick<Stage, 'system' | 'storefront'>): Promise<boolean> {
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
