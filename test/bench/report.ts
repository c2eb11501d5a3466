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
  goal: { most: number } | { least: number }
}

export function printFindings(findings: Finding[]): void {
  console.log('\n| what | floor | ratio | goal | | on the machine of this run |\n|---|---|---|---|---|---|')
  for (const { what, floor = '', ratio, goal, here } of findings) {
    const cells = ratio === undefined || goal === undefined ? ['', '', ''] : judge(ratio, goal)
    console.log(`| ${[what, floor, ...cells, here].join(' | ')} |`)
  }
}

function judge(ratio: number, goal: Comparison['goal']): string[] {
  const [met, limit] =
    'most' in goal ? [ratio <= goal.most, `≤ ${goal.most}`] : [ratio >= goal.least, `≥ ${goal.least}`]
  return [ratio.toFixed(2), limit, met ? 'met' : 'missed']
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
