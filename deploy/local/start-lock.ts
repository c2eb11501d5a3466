import { link, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, isAlive } from './processes.ts'
import { readWhole } from './whole-files.ts'

/** State of a start for the next one, and for `npm run demo`: `.catalog/start.json`. */
export interface StartState {
  pid: number
  watchdogPid: number
  state: 'starting' | 'running' | 'stopping'
  base_url: string | null
  /** `127.0.0.1:port` from which image-service may fetch although it is this machine: the demo's pictures. */
  pictures_host: string | null
}

export interface StartLock {
  update(change: Partial<StartState>): Promise<void>
  release(): Promise<void>
}

/**
 * Makes this the only start in this folder. Waits for a start that is ending, and for the watchdog of one that was
 * killed.
 * @returns the lock, or the state of the running start
 */
export async function takeStartLock(
  home: string,
  watchdogPid: number,
  say: (sentence: string) => void,
): Promise<StartLock | StartState> {
  const file = join(home, 'start.json')
  const own = `${file}.${process.pid}`
  let state: StartState = {
    pid: process.pid,
    watchdogPid,
    state: 'starting',
    base_url: null,
    pictures_host: null,
  }
  const write = () => writeFile(own, JSON.stringify(state), { mode: 0o600 })
  await write()
  try {
    // A link appears completely or not at all.
    while (!(await appears(link(own, file)))) {
      const other = await readStartState(home)
      if (other !== null && isStart(other.pid)) {
        if (await staysUp(home, other)) return other
        continue
      }
      if (other !== null && isWatchdog(other.watchdogPid)) {
        say('The last start was killed; waiting for its processes to end ...')
        while (isWatchdog(other.watchdogPid)) await wait(100)
      }
      await rm(file, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
  return {
    update: async (change) => {
      state = { ...state, ...change }
      await write()
      await rename(own, file)
    },
    release: () => rm(file, { force: true }),
  }
}

/** Null if there is no readable state of a start. */
export async function readStartState(home: string): Promise<StartState | null> {
  const state = await readWhole(join(home, 'start.json'))
  return isStartState(state) ? state : null
}

function isStartState(value: object | null): value is StartState {
  return value !== null && 'pid' in value && 'watchdogPid' in value && 'state' in value
}

export function isLock(result: StartLock | StartState): result is StartLock {
  return 'release' in result
}

/** False once it has exited. A start whose parents were killed takes a moment to notice, and then stops. */
async function staysUp(home: string, other: StartState): Promise<boolean> {
  const deadline = Date.now() + 1_000
  for (;;) {
    const now = await readStartState(home)
    if (now?.pid !== other.pid || !isAlive(other.pid)) return false
    if (now.state !== 'stopping' && Date.now() > deadline) return true
    await wait(50)
  }
}

function isStart(pid: number): boolean {
  return /deploy\/local\/(start|demo)\.ts/.test(commandOf(pid) ?? '')
}

function isWatchdog(pid: number): boolean {
  return commandOf(pid)?.includes('deploy/local/watchdog.ts') ?? false
}

/** False if there is such a file already. */
function appears(creation: Promise<void>): Promise<boolean> {
  return creation.then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}
