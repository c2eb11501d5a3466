import { spawnSync } from 'node:child_process'

/** For `unshare`: a user who is not root becomes root in a user namespace. */
export const asRoot = process.getuid?.() === 0 ? [] : ['-r']

/** Why this machine cannot run a command that creates a namespace; null if it can. */
export function refusalOf(
  [program = '', ...args]: readonly string[],
  options: { cwd?: string } = {},
): string | null {
  const tried = spawnSync(program, args, { ...options, encoding: 'utf8', timeout: 120_000 })
  return tried.status === 0 ? null : (tried.error?.message ?? tried.stderr.trim())
}
