// npm test: every test; arguments go to Jest. Tests that need what the machine lacks are left out, and it says so.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../test/browser/support/find-chromium.ts'
import { findLibreOffice } from '../../test/spreadsheet/find-libreoffice.ts'
import { buildAdminPage } from './admin-page.ts'
import { answers } from './commands.ts'
import { canHaveFakeGcsServer } from './fake-gcs-server.ts'
import { canHaveHelm } from './helm.ts'
import { say } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = fileURLToPath(new URL('../../.catalog', import.meta.url))
const isCi = process.env.CI === 'true'
const kinds = [
  {
    kind: 'browser',
    variable: 'TEST_BROWSER',
    isThere: () => findChromium() !== undefined,
    lacks: 'Chromium or Chrome, and there is neither on the PATH',
  },
  {
    kind: 'chart',
    variable: 'TEST_CHART',
    isThere: () => canHaveHelm(home),
    lacks: 'Helm 3 and 4, and there are neither they nor Go to build them',
  },
  {
    kind: 'container',
    variable: 'TEST_CONTAINERS',
    isThere: () => answers('docker', ['info']),
    lacks: 'a container engine, and `docker info` does not answer',
  },
  {
    kind: 'gcs',
    variable: 'TEST_GCS',
    isThere: () => canHaveFakeGcsServer(home),
    lacks: 'fake-gcs-server, and there is neither one nor Go to build it',
  },
  {
    kind: 'libreoffice',
    variable: 'TEST_LIBREOFFICE',
    isThere: () => findLibreOffice() !== undefined,
    lacks: 'LibreOffice Calc, and there is no soffice on the PATH',
  },
].map(({ kind, variable, isThere, lacks }) => {
  // TEST_CONTAINERS=false leaves them to a run of their own: a browser gives its requests up when an engine adds a network.
  const isWanted = process.env[variable] !== 'false'
  const isRun = isWanted && (isCi || isThere())
  return { kind, variable, lacks, isRun, isMissed: isWanted && !isRun }
})

// Once for all tests that look at it or start a system, and not while their time runs.
await buildAdminPage({ onBuild: () => say('Building the admin page ...') })

const jest = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url)), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      ...Object.fromEntries(kinds.map(({ variable, isRun }) => [variable, String(isRun)])),
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => jest.kill(signal))
process.once('disconnect', () => jest.kill('SIGTERM'))
jest.once('exit', (code) => {
  process.exitCode = code ?? 1
  if (process.argv.length === 2) {
    for (const { kind, lacks } of kinds.filter(({ isMissed }) => isMissed)) sayLeftOut(kind, lacks)
  }
  process.disconnect?.()
})

function sayLeftOut(kind: string, lacks: string): void {
  const files = globSync(`{packages,services,deploy,test}/**/*.${kind}.test.ts`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  })
  if (files.length === 0) return
  say(`\nLeft out, because they need ${lacks} (CI=true runs them all the same):`)
  for (const file of files) say(`  ${file}`)
}
