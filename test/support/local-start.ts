import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@jest/globals'
import { processesOf } from './processes-of.ts'
import { waitFor } from './wait-for.ts'

/** A start creates a database with all durability, which takes a minute on a busy machine. */
export const startMs = 150_000

export interface LocalHome extends AsyncDisposable {
  folder: string
  /** Runs a script of deploy/local as npm does, with this folder instead of `.catalog`. */
  run(script: 'start.ts' | 'demo.ts' | 'erase.ts', options?: RunOptions): LocalRun
}

export interface RunOptions {
  args?: string[]
  env?: Record<string, string>
  /** In its own process group, as a shell starts it from a terminal. */
  group?: boolean
}

export interface LocalRun {
  child: ChildProcess
  exitCode: Promise<number | null>
  output: () => string
}

/** A folder for a start's files. At the end, its running processes are stopped and waited for. */
export async function makeLocalHome(): Promise<LocalHome> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-start-'))
  // PostgreSQL's account must be able to enter it.
  await chmod(folder, 0o755)
  const runs: LocalRun[] = []
  return {
    folder,
    run(script, { args = [], env = {}, group = false } = {}) {
      const child = spawn(process.execPath, [runner, `deploy/local/${script}`, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: group,
        env: {
          ...process.env,
          PATH: [dirname(process.env.TEST_NATS_SERVER ?? ''), process.env.PATH].join(delimiter),
          NODE_OPTIONS: '',
          NO_COLOR: '1',
          CATALOG_LOCAL_HOME: folder,
          ...env,
        },
      })
      let output = ''
      child.stdout.on('data', (chunk) => (output += String(chunk)))
      child.stderr.on('data', (chunk) => (output += String(chunk)))
      const exitCode = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
      const run = { child, exitCode, output: () => output }
      runs.push(run)
      return run
    },
    [Symbol.asyncDispose]: async () => {
      for (const { child } of runs) child.kill('SIGTERM')
      await noProcesses(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until it has ended; throws its output if it failed. */
export async function endedWell({ exitCode, output }: LocalRun): Promise<void> {
  const code = await exitCode
  if (code !== 0) throw new Error(`it ended with ${code}, and wrote:\n${output()}`)
}

const runner = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url))

export interface StartedSettings {
  base_url: string
  token: string
}

/** Waits until local.json exists with a different token from an earlier start's. */
export function untilStarted(
  { folder }: LocalHome,
  start: LocalRun,
  earlierToken?: string,
): Promise<StartedSettings> {
  return waitFor(
    'npm start',
    async () => {
      if (start.child.exitCode !== null) throw new Error(`npm start ended:\n${start.output()}`)
      const text = await readFile(join(folder, 'local.json'), 'utf8').catch(() => null)
      const settings = text === null ? null : JSON.parse(text)
      return settings?.token === earlierToken ? null : settings
    },
    { timeoutMs: startMs },
  )
}

export async function noProcesses(folder: string): Promise<void> {
  await waitFor('all processes to be gone', () => processesOf(folder).length === 0)
}

/** For 20 products. */
export function expectDemoStory(output: string): void {
  expect(output).toContain('20 products, 100 rows')
  expect(output).toContain('100 rows: 100 adds, 0 updates, 0 unchanged, 0 errors')
  expect(output).toContain('100 %  20 of 20')
  expect(output).toContain('20 fetched, 0 rejected, 0 failed')
  expect(output).toContain('100 rows: 0 adds, 0 updates, 100 unchanged, 0 errors')
  expect(output).toContain('All unchanged')
}
