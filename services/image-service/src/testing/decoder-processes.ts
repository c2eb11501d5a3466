import { spawnSync } from 'node:child_process'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { codeOf } from '../error-code.ts'

/** Process ids of the running decoders that are children of a process, by default this one. */
export function decodersOf(parent: number = process.pid, allowed: 'light' | 'heavy' | '' = ''): number[] {
  const { stdout } = spawnSync('ps', ['axww', '-o', 'pid=,ppid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    const isDecoder = /\/decoder\.(?:ts|mjs) (?:light|heavy)$/.test(command) && command.endsWith(allowed)
    return isDecoder && Number(ppid) === parent && !state.startsWith('Z') ? [Number(pid)] : []
  })
}

/**
 * Pauses decoders until they are thawed or killed, even if another process sends them SIGCONT. They keep their
 * pictures.
 */
export function freeze(pids: number[]): void {
  for (const pid of pids) {
    send(pid, 'SIGSTOP')
    frozen.add(pid)
  }
  again ??= setInterval(freezeAgain, 1).unref()
}

const frozen = new Set<number>()
let again: NodeJS.Timeout | undefined

function freezeAgain(): void {
  for (const pid of frozen) if (!isThere(pid, 'SIGSTOP')) frozen.delete(pid)
  if (frozen.size > 0) return
  clearInterval(again)
  again = undefined
}

/** Ends decoders as a crash would, frozen or not. */
export function crash(pids: number[], signal: 'SIGKILL' | 'SIGSEGV' | 'SIGABRT' = 'SIGKILL'): void {
  for (const pid of pids) {
    send(pid, signal)
    // A frozen process handles some signals only once it continues.
    thaw(pid)
  }
}

/** Resumes a frozen decoder, if it still exists. */
export function thaw(pid: number): void {
  frozen.delete(pid)
  isThere(pid, 'SIGCONT')
}

function send(pid: number, signal: NodeJS.Signals): void {
  // 0 would signal this process and its whole group, and pause a test's run.
  if (!(pid > 0)) throw new RangeError('there is no such decoder')
  process.kill(pid, signal)
}

/** Whether there was a process to send the signal to. */
function isThere(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // An error of another realm, since Jest runs this code in its own.
    if (codeOf(error) !== 'ESRCH') throw error
    return false
  }
}

export async function gone(pids: number[]): Promise<void> {
  await waitFor('the decoders to be gone', () => pids.every((pid) => !isAlive(pid)))
}

function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}
