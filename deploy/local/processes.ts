import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Owned {
  pid: number
  /** Asks for an orderly end. */
  signal: 'SIGINT' | 'SIGTERM'
}

/**
 * Watches over processes that must not outlive this one: when this process ends, even by kill -9, they are asked to
 * end, in the order in which they were added last to first, and killed where they do not.
 */
export function startWatchdog(): Watchdog {
  const watcher = spawn(process.execPath, [fileURLToPath(new URL('watchdog.ts', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Out of reach of the terminal's Ctrl-C.
    detached: true,
  })
  const { stdin } = watcher
  const ended = whenEnded(watcher)
  // What a dead watchdog leaves running is ended by the next start; a broken pipe must not end this process.
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
      // Too late to be watched over: what begins after the end is ended at once.
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
    release: async () => {
      watcher.ref()
      stdin.end()
      await ended
    },
  }
}

export interface Watchdog {
  pid: number
  add(owned: Owned): void
  /** For a child that ends by itself if nothing happens. */
  addUntilEnded(child: ChildProcess, signal: Owned['signal']): void
  remove(pid: number): void
  /** A temporary folder, removed after the processes. */
  addFolder(path: string): void
  /** Ends what is still watched over, and the watch. */
  release(): Promise<void>
}

/** Ends a child: asks, and kills it where it has not ended after `graceMs`. Resolves once it is gone. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals, graceMs = 30_000): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

/** Resolves, with how, once the child is gone. */
export function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`with ${error.message}`))
    child.once('exit', (code, signal) => resolve(signal === null ? `with code ${code}` : `by ${signal}`))
  })
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** The command line of a running process; null where there is none. */
export function commandOf(pid: number): string | null {
  const { stdout, status } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null
}

/**
 * Ends what an earlier start left behind, if the process in the pid file still is that one: its command line contains
 * `mark`. A pid file that names nobody, or somebody else by now, is removed.
 */
export async function endLeftover(pidFile: string, mark: string, signal: NodeJS.Signals): Promise<boolean> {
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!(pid > 0)) return false
  const isOurs = commandOf(pid)?.includes(mark) ?? false
  if (isOurs) await endProcess(pid, signal)
  await rm(pidFile, { force: true })
  return isOurs
}

/** Ends a process that is not a child of this one. */
async function endProcess(pid: number, signal: NodeJS.Signals, graceMs = 30_000): Promise<void> {
  const deadline = Date.now() + graceMs
  send(pid, signal)
  while (isAlive(pid)) {
    if (Date.now() > deadline) send(pid, 'SIGKILL')
    await wait(20)
  }
}

export function isAlive(pid: number): boolean {
  return send(pid, 0) && !isZombie(pid)
}

/** Ended, but not yet taken note of by its parent, which in a container may be nobody. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** False where the process no longer exists. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
