/** Exit codes of all commands. */
export const exitCodes = {
  /** Nothing to change, or done. */
  done: 0,
  /** The command failed: wrong arguments, sign-in, connection, or server. */
  failed: 1,
  /** The catalog was changed, or would be. */
  changes: 2,
  /** Rows with errors, missing images, or a request that the service refused. */
  errors: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
