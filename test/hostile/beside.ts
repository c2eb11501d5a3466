import { median } from '../bench/alternate.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack, Stage } from './attack.ts'
import { now } from './bystander.ts'
import type { Answer } from './bystander.ts'
import { isServed } from './carry-out.ts'
import { describeMemory } from './report.ts'
import type { MemoryWatch } from './watch-memory.ts'

/**
 * Quiet and loud windows in turn, so that a machine that gets slower meanwhile does not decide; more of them decide about
 * an attack that fails alone.
 */
const turns = { first: 2, last: 6 }
/** Of the bystander, in a window. */
const rounds = 10
/** Until an attack is under way, in milliseconds. */
const attackedMs = 3_000
/** Attacks that are judged together at first. */
const together = 6
/**
 * How much longer the median answer may take beside an attack, as a factor; or in milliseconds where that is more, which
 * nobody notices.
 */
const limit = { factor: 1.5, ms: 50 }
/** Until the attacker's storefront is served again, in milliseconds. */
const longestReleaseMs = 5_000

interface Judgement {
  isOk: boolean
  text: string
}

interface Beside extends Pick<Stage, 'system' | 'images'> {
  /** The bystander's. */
  answers: Answer[]
  memory: MemoryWatch
}

/**
 * Judges several attacks at a time, which is harder than each alone, and in halves where that fails, down to those that
 * fail alone.
 */
export async function judgeAll(
  attacks: Attack[],
  beside: Beside,
  say: (line: string) => void,
): Promise<boolean[]> {
  const results: boolean[] = []
  const groups: Attack[][] = []
  for (let from = 0; from < attacks.length; from += together)
    groups.push(attacks.slice(from, from + together))
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const since = now()
    let judgements = await judge(group, beside, turns.first)
    if (group.length === 1 && !judgements.every((judgement) => judgement.isOk)) {
      say(`${describe(group, judgements)}; once more`)
      judgements = await judge(group, beside, turns.last)
    }
    const isOk = judgements.every((judgement) => judgement.isOk)
    say(`${describe(group, judgements)}, ${describeMemory(beside.memory.peakSince(since))} MiB`)
    const half = Math.ceil(group.length / 2)
    if (isOk || group.length === 1) results.push(...group.map(() => isOk))
    else groups.unshift(group.slice(0, half), group.slice(half))
  }
  return results
}

/**
 * Compares the bystander's median wait for each kind of answer beside the attacks, which are repeated, with that while
 * nobody else asks; and how long it takes until the attackers are served again.
 */
async function judge(
  attacks: Attack[],
  { system, images, answers }: Omit<Beside, 'memory'>,
  windows: number,
): Promise<Judgement[]> {
  const window = async (leastMs: number): Promise<Answer[]> => {
    const since = now()
    const isDone = () =>
      now() - since >= leastMs && roundsIn(answers.filter(({ at }) => at >= since)) >= rounds
    await waitFor('the bystander’s rounds', isDone, { timeoutMs: 120_000 })
    return answers.filter(({ at }) => at >= since)
  }
  const quiet: Answer[] = []
  const beside: Answer[] = []
  let releaseMs = 0
  for (let turn = 0; turn < windows; turn += 1) {
    quiet.push(...(await window(0)))
    const over = new AbortController()
    const attacked = attacks.map((attack) => {
      judged += 1
      const stage = { system, images, storefront: `judged-${judged}`, signal: over.signal }
      return { stage, ended: repeat(attack, stage) }
    })
    beside.push(...(await window(attackedMs)))
    over.abort()
    await Promise.all(attacked.map(({ ended }) => ended))
    const overAt = now()
    await Promise.all(
      attacked.map(({ stage }) =>
        waitFor('the attacker to be served', () => isServed(stage), { everyMs: 250 }),
      ),
    )
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

function describe(attacks: Attack[], judgements: Judgement[]): string {
  const names = attacks.map(({ name }) => name).join('; ')
  return `${names}: ${judgements.map(({ isOk, text }) => (isOk ? text : `FAILED ${text}`)).join(', ')}`
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
  return answers.filter(({ what, failure }) => what === 'read' || failure !== undefined).length
}

function medianOf(answers: Answer[], what: string): number {
  return median(answers.filter((answer) => answer.what === what).map(({ ms }) => ms))
}
