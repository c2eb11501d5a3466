/** What a script learns from a command. */
export const exitCodes = {
  /** Nothing to change, or done. */
  done: 0,
  /** The command could not be carried out: how it was called, the sign-in, the connection, the server. */
  failed: 1,
  /** The catalog was changed, or would be. */
  changes: 2,
  /** Rows with errors, images that are missing, or a request that the service refused. */
  errors: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
