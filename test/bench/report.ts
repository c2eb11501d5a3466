/** One line of the table. Without a floor it has no goal. */
export interface Finding extends Partial<Comparison> {
  what: string
  /** Absolute figures on this machine. */
  here: string
}

export interface Comparison {
  /** What it was compared with. */
  floor: string
  ratio: number
  /** The least and the greatest ratio of a round. */
  range?: readonly [number, number]
  goal: { most: number } | { least: number }
}

export function printFindings(findings: Finding[]): void {
  console.log('\n| what | floor | ratio | goal | | on the machine of this run |\n|---|---|---|---|---|---|')
  for (const { what, floor = '', ratio, range, goal, here } of findings) {
    const cells = ratio === undefined || goal === undefined ? ['', '', ''] : judge(ratio, goal, range)
    console.log(`| ${[what, floor, ...cells, here].join(' | ')} |`)
  }
}

/** A goal is missed only if every round missed it. */
function judge(ratio: number, goal: Comparison['goal'], range = [ratio, ratio] as const): string[] {
  const meets = (one: number) => ('most' in goal ? one <= goal.most : one >= goal.least)
  const limit = 'most' in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`
  const verdict = meets(ratio) ? 'met' : range.some(meets) ? 'about met' : 'missed'
  const [least, greatest] = range.map((one) => one.toFixed(2))
  return [`${ratio.toFixed(2)}${least === greatest ? '' : ` (${least} to ${greatest})`}`, limit, verdict]
}

/** Printed immediately, so that an aborted run has printed something. */
export function tell(sentence: string): void {
  console.error(sentence)
}

export function milliseconds(value: number): string {
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ms`
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`
}
