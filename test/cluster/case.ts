import type { Lab } from './lab.ts'

/** One line of the table. */
export interface Case {
  name: string
  /** Answers what was seen; throws where something does not hold. */
  run(lab: Lab): Promise<string>
}
