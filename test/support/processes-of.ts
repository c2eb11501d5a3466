import { spawnSync } from 'node:child_process'

/** Command lines of running processes that have the folder in their arguments or environment. */
export function processesOf(folder: string): string[] {
  const pids = ps(['axeww', '-o', 'pid=,stat=,command='])
    .filter((line) => line.includes(folder) && !/^\s*\d+\s+Z/.test(line) && !line.includes('ps axeww'))
    .map((line) => Number.parseInt(line, 10))
  // Without the environment, which contains secrets.
  return pids.length === 0 ? [] : ps(['-ww', '-o', 'command=', '-p', pids.join(',')])
}

function ps(args: string[]): string[] {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter((line) => line !== '')
}
