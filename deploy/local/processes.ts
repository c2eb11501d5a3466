import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Owned {
  pid: number
  /** The signal for an orderly stop. */
  signal: 'SIGINT' | 'SIGTERM'
}

/**
 * Watches processes that must not outlive this one: when this process exits, even by kill -9, they are stopped, the
 * last added first, and killed if they do not exit.
 */
export function startWatchdog(): Watchdog {
  const watcher = spawn(process.execPath, [fileURLToPath(new URL('watchdog.ts', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Not reached by the terminal's Ctrl-C.
    detached: true,
  })
  const { stdin } = watcher
  const ended = whenEnded(watcher)
  // The next start ends what a dead watchdog leaves running; a broken pipe must not end this process.
  stdin.on('error', () => {})
  watcher.unref()
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  const writeLine = (line: string) => {
    if (!stdin.writable) return false
    stdin.write(`${line}\n`)
    return true
  }
  return {
    pid: watcher.pid ?? 0,
    add: ({ pid, signal }) => {
      // The watchdog has ended: a process that starts now is stopped at once.
      if (!writeLine(`add ${pid} ${signal}`)) send(pid, signal)
    },
    addUntilEnded(child, signal) {
      const { pid } = child
      if (pid === undefined) return
      this.add({ pid, signal })
      child.once('exit', () => this.remove(pid))
    },
    remove: (pid) => void writeLine(`remove ${pid}`),
    addFolder: (path) => void writeLine(`folder ${path}`),
    async [Symbol.asyncDispose]() {
      watcher.ref()
      stdin.end()
      await ended
    },
  }
}

/** Disposing of it stops all processes that are still watched, and the watchdog. */
export interface Watchdog extends AsyncDisposable {
  pid: number
  add(owned: Owned): void
  /** For a child that exits on its own. */
  addUntilEnded(child: ChildProcess, signal: Owned['signal']): void
  remove(pid: number): void
  /** A temporary folder, removed after the processes. */
  addFolder(path: string): void
}

/** Stops a child, and kills it if it has not exited after `graceMs`. Resolves once it has exited. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, graceMs = 30_000): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

/** Resolves, with the reason, once the child has exited. */
export function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`with ${error.message}`))
    child.once('exit', (code, signal) => resolve(signal === null ? `with code ${code}` : `by ${signal}`))
  })
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** The command line of a running process; null if there is none. */
export function commandOf(pid: number): string | null {
  const { stdout, status } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
}

/**
 * Stops a process of an earlier start if the one in the pid file is still the same: its command line contains `mark`.
 * Removes a pid file of another process, or of none.
 */
export async function endLeftover(pidFile: string, mark: string, signal: NodeJS.Signals): Promise<boolean> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!(pid > 0)) return false
  const isOurs = commandOf(pid)?.includes(mark) ?? false
  if (isOurs) await endProcess(pid, signal)
  await rm(pidFile, { force: true })
  return isOurs
}

/** Stops a process that is not a child of this one. */
async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  const deadline = Date.now() + 30_000
  send(pid, signal)
  while (isAlive(pid)) {
    if (Date.now() > deadline) send(pid, 'SIGKILL')
    await wait(20)
  }
}

export function isAlive(pid: number): boolean {
  return send(pid, 0) && !isZombie(pid)
}

/** Exited, but not yet reaped by its parent, which may not exist in a container. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** False if the process no longer exists. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
