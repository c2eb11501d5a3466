import type { Lab } from './lab.ts'

/** One line of the table. */
export interface Case {
  name: string
  /** No other case comes after it in its lab. */
  isLastOfLab?: boolean
  /** It has its own lab, in which nothing is installed yet. */
  beginsEmpty?: boolean
  /** Returns what was observed; throws if an expectation fails. */
  run(lab: Lab): Promise<string>
}
