import { spawn } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenEnded } from '../../deploy/local/processes.ts'
import { readResults } from './results.ts'
import type { FileResult } from './results.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url))

export interface JestRun {
  isGreen: boolean
  files: FileResult[]
}

/** Runs Jest until it ends. If `stop` is aborted, Jest gets the signal and ends with its servers. */
export async function runJest(
  args: readonly string[],
  env: Record<string, string>,
  stop: AbortSignal,
): Promise<JestRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-tests-'))
  const results = join(folder.path, 'results.json')
  const child = spawn(process.execPath, [jest, ...args], {
    stdio: 'inherit',
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      ...env,
      TEST_RESULTS: results,
    },
  })
  const end = () => child.kill(stop.reason)
  stop.addEventListener('abort', end)
  await whenEnded(child)
  stop.removeEventListener('abort', end)
  return { isGreen: child.exitCode === 0, files: await readResults(results) }
}
