import type { Attack } from './attack.ts'
import type { Answer } from './bystander.ts'
import type { Line } from './carry-out.ts'

/** A wrong answer to the bystander. */
export interface Incident {
  answer: Answer
  /** Attacks that may have caused it; the first was in progress for most of the time. */
  suspects: Attack[]
}

/** The failed answers since `since` by `now()`, each with the attacks since the previous answer. */
export function findIncidents(answers: Answer[], lines: Line[], since: number): Incident[] {
  return answers.flatMap((answer, index) => {
    if (answer.failure === undefined || answer.at < since) return []
    const before = answers[index - 1]
    const window = { from: before === undefined ? 0 : before.at + before.ms, to: answer.at + answer.ms }
    const suspects = lines
      .map(({ attack, startedAt, endedAt }) => ({
        attack,
        ms: Math.min(endedAt, window.to) - Math.max(startedAt, window.from),
      }))
      .filter(({ ms }) => ms >= 0)
      .toSorted((one, other) => other.ms - one.ms)
      .map(({ attack }) => attack)
    return [{ answer, suspects }]
  })
}

export function describeIncident({ answer, suspects }: Incident): string {
  const [likely, ...others] = suspects.map(({ name }) => `“${name}”`)
  const beside = others.length === 0 ? '' : ` (or ${others.join(', ')})`
  return `the bystander’s ${answer.what}: ${answer.failure}; most likely of ${likely ?? 'nothing'}${beside}`
}
