// npm test: every test; arguments go to Jest. Tests that need what the machine lacks are left out, and it says so. A test
// that fails in a whole run is run again by itself: if it passes then, the run is green and names it as flaky.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAdminPage } from '../../deploy/local/admin-page.ts'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { bundleServices } from '../../deploy/local/services.ts'
import { say } from '../../deploy/local/terminal.ts'
import { findTool } from '../../deploy/local/tools.ts'
import { recordDurations } from './durations.ts'
import { kinds } from './kinds.ts'
import { pureTests } from './pure-tests.ts'
import { argumentsFor, sumUp } from './results.ts'
import type { FileResult } from './results.ts'
import { runJest } from './run-jest.ts'
import type { JestRun } from './run-jest.ts'
import { describeLoad, describeSlowest } from './summary.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = join(root, '.catalog')
const isCi = process.env.CI === 'true'
const record = '--record-durations'
const args = process.argv.slice(2).filter((word) => word !== record)
const isWhole = args.length === 0 || isCi
/** More failing files than this are not flakes, and running them again would take long. */
const mostRunAgain = 10
const startedAt = performance.now()
const testFiles = globSync('{packages,services,deploy,test}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
})

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal))
process.once('disconnect', () => stop.abort('SIGTERM'))

const chosen = kinds.map(({ kind, variable, isThere, lacks, isCostly = false, tools = {} }) => {
  // TEST_CONTAINERS=false leaves them to a run of their own: a browser gives its requests up when an engine adds a network.
  const isWanted = process.env[variable] !== 'false'
  const isRun = isWanted && ((isCi && !isCostly) || isThere())
  return { kind, variable, lacks, isCostly, tools, isRun, isMissed: isWanted && !isRun }
})

const needsServers = matches(
  testFiles.filter((file) => !pureTests.some((pattern) => new RegExp(`^${pattern}`).test(file))),
)
const env = await provideAll()
const first = await runJest(args, env, stop.signal)
const failing = first.files.filter(({ failures }) => failures.length > 0)
const again = await runAgain(failing)
const sum = sumUp(first.files, again.files)
const isGreen = failing.length > 0 ? again.isGreen && sum.failed === 0 : first.isGreen
// A run can fail without a failed test.
const failed = isGreen ? 0 : Math.max(1, sum.failed)
process.exitCode = isGreen ? 0 : 1

if (isWhole) {
  sayLeftOut()
  describeSlowest(first.files).forEach(say)
  describeLoad(performance.now() - startedAt).forEach(say)
  sum.flaky.forEach(say)
  say(`${sum.passed} passed, ${failed} failed`)
}
if (process.argv.includes(record) && isGreen) await recordDurations(first.files)
process.disconnect?.()

/** The environment of Jest and the tests. */
async function provideAll(): Promise<Record<string, string>> {
  const variables: Record<string, string> = {}
  if (needsServers) {
    // Built once for all tests that read it or start a system, outside of their time limits.
    await buildAdminPage({ onBuild: () => say('Building the admin page ...') })
    variables.CATALOG_BUNDLES = await bundleServices()
    variables.TEST_NATS_SERVER = process.env.TEST_NATS_SERVER ?? (await findNatsServer({ home, say }))
  }
  for (const { kind, variable, isRun, tools } of chosen) {
    variables[variable] = String(isRun)
    if (!isRun || !matches(filesOf(kind))) continue
    for (const [path, tool] of Object.entries(tools)) {
      // If it is not available, only the tests that need it fail.
      const found = process.env[path] ?? (await findTool(tool, { say }).catch(console.error))
      if (found !== undefined) variables[path] = found
    }
  }
  return variables
}

/** Whether Jest may run one of the files: with an option, any. */
function matches(files: string[]): boolean {
  if (args[0]?.startsWith('-') ?? true) return true
  return files.some((file) => args.some((pattern) => new RegExp(pattern).test(file)))
}

async function runAgain(files: FileResult[]): Promise<JestRun> {
  const all: JestRun = { isGreen: false, files: [] }
  if (!isWhole || files.length === 0 || files.length > mostRunAgain) return all
  all.isGreen = true
  for (const file of files) {
    if (stop.signal.aborted) return { ...all, isGreen: false }
    say(`\nAgain, by itself: ${file.path}`)
    const run = await runJest(argumentsFor(file), env, stop.signal)
    all.files.push(...run.files)
    all.isGreen &&= run.isGreen
  }
  return all
}

function sayLeftOut(): void {
  for (const { kind, lacks, isCostly } of chosen.filter(({ isMissed }) => isMissed)) {
    const files = filesOf(kind)
    if (files.length === 0) continue
    const elsewhere = isCostly ? '' : ' (CI=true runs them all the same)'
    say(`\nLeft out, because they need ${lacks}${elsewhere}:`)
    for (const file of files) say(`  ${file}`)
  }
}

function filesOf(kind: string): string[] {
  return testFiles.filter((file) => file.endsWith(`.${kind}.test.ts`))
}
