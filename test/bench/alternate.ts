import { milliseconds } from './report.ts'
import type { Comparison } from './report.ts'

/** The result of one measurement: its time, and other figures by name. */
export interface Figures {
  ms: number
  [name: string]: number
}

export interface Round {
  floor: Figures
  subject: Figures
}

/**
 * Runs floor and subject alternately, `rounds` times, after a warm-up round that is discarded: other load on the
 * machine affects both, so that ratios within a round are valid even if milliseconds are not.
 */
export async function alternate(
  rounds: number,
  { floor, subject }: { floor: () => Promise<Figures>; subject: () => Promise<Figures> },
): Promise<Round[]> {
  const results: Round[] = []
  for (let number = 0; number <= rounds; number += 1) {
    const round = { floor: await floor(), subject: await subject() }
    if (number > 0) results.push(round)
  }
  return results
}

/** A finding's ratio of the subject's time, or another figure of it, to the floor's time, and both in milliseconds. */
export function compareTimes(
  rounds: Round[],
  floorName: string,
  figure = 'ms',
): Pick<Comparison, 'ratio' | 'range'> & { here: string } {
  const floorMs = medianOf(rounds, ({ floor }) => floor.ms)
  const subjectMs = medianOf(rounds, ({ subject }) => subject[figure])
  return {
    ...ratioOf(rounds.map(({ floor, subject }) => (subject[figure] ?? Number.NaN) / floor.ms)),
    here: `${milliseconds(subjectMs)}, ${floorName} ${milliseconds(floorMs)}`,
  }
}

/** Of the ratios of the rounds. */
export function ratioOf(ratios: readonly number[]): Required<Pick<Comparison, 'ratio' | 'range'>> {
  return { ratio: median(ratios), range: [Math.min(...ratios), Math.max(...ratios)] }
}

export function medianOf(rounds: Round[], figure: (round: Round) => number | undefined): number {
  return median(rounds.map((round) => figure(round) ?? Number.NaN))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const below = sorted[Math.floor(middle)] ?? Number.NaN
  const above = sorted[Math.ceil(middle)] ?? Number.NaN
  return (below + above) / 2
}

/** How long the work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Reads the body, as is necessary to time it; returns its bytes. */
export async function countBytes(body: AsyncIterable<Uint8Array>, onFirst?: () => void): Promise<number> {
  let bytes = 0
  for await (const chunk of body) {
    if (bytes === 0) onFirst?.()
    bytes += chunk.length
  }
  return bytes
}
