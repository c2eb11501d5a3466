import { median } from '../bench/alternate.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack, Stage } from './attack.ts'
import { now } from './bystander.ts'
import type { Answer } from './bystander.ts'
import { isServed } from './carry-out.ts'

/** Quiet and loud windows in turn, so that a machine that gets slower meanwhile does not decide. */
const turns = 3
/** Of the bystander, in a window. */
const rounds = 8
/** How much longer the median answer may take beside an attack, as a factor, or in milliseconds where that is more. */
const limit = { factor: 1.5, ms: 25 }
/** Until the attacker's storefront is served again, in milliseconds. */
const longestReleaseMs = 5_000

export interface Judgement {
  isOk: boolean
  text: string
}

/**
 * Compares the bystander's median wait for each kind of answer beside the attack, which is repeated, with that while
 * nobody else asks; and how long it takes until the attacker is served again.
 */
export async function judge(
  attack: Attack,
  { system, images }: Pick<Stage, 'system' | 'images'>,
  answers: Answer[],
): Promise<Judgement[]> {
  const window = async (): Promise<Answer[]> => {
    const since = now()
    const isDone = () => roundsIn(answers.filter(({ at }) => at >= since)) >= rounds
    await waitFor('the bystander’s rounds', isDone, { timeoutMs: 120_000 })
    return answers.filter(({ at }) => at >= since)
  }
  const quiet: Answer[] = []
  const beside: Answer[] = []
  let releaseMs = 0
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(...(await window()))
    const over = new AbortController()
    judged += 1
    const storefront = `judged-${judged}`
    const stage = { system, images, storefront, signal: over.signal }
    const attacking = repeat(attack, stage)
    beside.push(...(await window()))
    over.abort()
    await attacking
    const overAt = now()
    await waitFor('the attacker to be served', () => isServed(stage), { everyMs: 250 })
    releaseMs = Math.max(releaseMs, now() - overAt)
  }
  const waits = [...new Set(quiet.map(({ what }) => what))].map((what) => {
    const [quietMs, besideMs] = [medianOf(quiet, what), medianOf(beside, what)]
    const isOk = besideMs <= Math.max(quietMs * limit.factor, quietMs + limit.ms)
    const ratio = (besideMs / quietMs).toFixed(2)
    return { isOk, text: `${what} ${quietMs.toFixed(0)} → ${besideMs.toFixed(0)} ms (${ratio})` }
  })
  return [
    ...waits,
    { isOk: releaseMs <= longestReleaseMs, text: `served again after ${releaseMs.toFixed(0)} ms` },
  ]
}

let judged = 0

export function describeJudgements({ name }: Attack, judgements: Judgement[]): string {
  return `${name}: ${judgements.map(({ isOk, text }) => (isOk ? text : `FAILED ${text}`)).join(', ')}`
}

async function repeat(attack: Attack, stage: Stage): Promise<void> {
  for (let time = 0; !stage.signal.aborted; time += 1) {
    const storefront = `${stage.storefront}-${time}`
    await attack.run({ ...stage, storefront }).catch((error: unknown) => {
      if (!stage.signal.aborted) throw error
    })
  }
}

function roundsIn(answers: Answer[]): number {
  return answers.filter(({ what, failure }) => what === 'image' || failure !== undefined).length
}

function medianOf(answers: Answer[], what: string): number {
  return median(answers.filter((answer) => answer.what === what).map(({ ms }) => ms))
}
