/** Exit codes of all commands. */
export const exitCodes = {
  /** Done, or nothing to do. */
  done: 0,
  failed: 1,
  /** Arguments that the command does not take. */
  usage: 2,
  /** Applied without rows that have errors, images that are missing, or refused by a check. */
  incomplete: 3,
  signIn: 4,
  /** With `--detailed-exit-code`: the catalog was changed, or would be. */
  changed: 10,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
