import type { Lab } from './lab.ts'

/** One line of the table. */
export interface Case {
  name: string
  /** No other case comes after it in its lab. */
  isLastOfLab?: boolean
  /** It has a lab of its own, in which nothing is installed yet. */
  beginsEmpty?: boolean
  /** Answers what was seen; throws where something does not hold. */
  run(lab: Lab): Promise<string>
}
