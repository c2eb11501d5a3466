import { spawn, spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { parseLine } from './log-line.ts'
import type { Watchdog } from './processes.ts'

/**
 * Runs a command and returns its standard output; throws with the end of its output, the messages of log lines alone. With
 * a watchdog, the command ends with this process, and this process handles a terminal's Ctrl-C.
 */
export async function runQuietly(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  watchdog?: Watchdog,
): Promise<string> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: watchdog !== undefined,
    env: { ...process.env, ...env },
  })
  watchdog?.addUntilEnded(child, 'SIGTERM')
  let output = ''
  let errorOutput = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errorOutput += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve(output)
      const lines = `${errorOutput}${output}`.trim().split('\n').slice(-4)
      const tail = lines.map((line) => messageOf(line) ?? line).join('\n')
      reject(new Error(`${basename(command)} ended with ${code}: ${tail}`))
    })
  })
}

function messageOf(line: string): string | undefined {
  const message = parseLine(line)?.message
  return typeof message === 'string' ? message : undefined
}

/** Whether the command exists and succeeds. */
export function answers(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 60_000, env: process.env }).status === 0
}

/**
 * The command of compose 2, a plugin of docker's client, or of docker-compose 1.29; undefined if neither is installed.
 */
export function findCompose(): string[] | undefined {
  return [['docker', 'compose'], ['docker-compose']].find(([program = '', ...args]) =>
    answers(program, [...args, 'version']),
  )
}
