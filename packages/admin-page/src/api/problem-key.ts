import { problems } from '../messages/en/problems.ts'

export type ProblemKey = keyof typeof problems

/** The message of an error code; a code that this page does not know yet is an unknown problem. */
export function problemKey(code: string): ProblemKey {
  return isKnown(code) ? code : 'unknown'
}

function isKnown(code: string): code is ProblemKey {
  return Object.hasOwn(problems, code)
}
