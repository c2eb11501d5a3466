import { spawn } from 'node:child_process'

export interface Answer {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandOptions {
  input?: string
  /** Milliseconds after which it is killed. */
  timeoutMs?: number
  env?: Record<string, string>
}

/** Runs a command, and resolves whether it succeeds or fails. */
export function run(command: string, args: string[], options: CommandOptions = {}): Promise<Answer> {
  const { input = '', timeoutMs = 660_000, env = {} } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'pipe',
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk) => (stderr += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
    // A command that does not read its input closes it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/**
 * Its standard output.
 * @throws with all its output if it fails
 */
export async function runWell(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  return outputOf(await run(command, args, options), `${command} ${args.slice(0, 4).join(' ')}`)
}

/** @param what names the command in the error if it failed */
export function outputOf({ code, stdout, stderr }: Answer, what: string): string {
  if (code === 0) return stdout
  const output = stderr.trim() === '' ? stdout : stderr
  throw new Error(`${what} ended with ${code}: ${output.trim().split('\n').slice(-12).join('\n')}`)
}

/** The lines in which the API server warns, as kubectl, Helm 3 and Helm 4 pass them on. */
export function warningsIn(stderr: string): string[] {
  return stderr
    .split('\n')
    .filter((line) => /^(Warning: |W\d{4} .*warnings?\.go|.*level=WARN)/.test(line.trim()))
    .filter((line) => line.trim() !== '')
}
