// npm run mutate [-- part of a path]: makes each condition of the core false, one at a time, and runs the unit tests that
// load the file. A mutation that all of them pass is a line that no test needs: it is named at the end. Takes an hour in all.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '../../deploy/local/nats-server.ts'
import { say } from '../../deploy/local/terminal.ts'
import { runJest } from '../runner/run-jest.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const core = ['packages/preview/src', 'services/import-service/src/{runs,images}']
// It takes half a minute, and measures time.
const tooSlow = 'growth\\.test\\.ts$'
const [part = ''] = process.argv.slice(2)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(signal))

interface Condition {
  file: string
  line: number
  start: number
  end: number
}

const files = core
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((file) => file.includes(part) && !/\.test\.ts$|\/testing\//.test(file))
const conditions = files.flatMap(conditionsOf)
const env = { TEST_NATS_SERVER: await findNatsServer({ home: join(root, '.catalog'), say }) }
const survivors: Condition[] = []
for (const [index, condition] of conditions.entries()) {
  const { file, line, start, end } = condition
  const mutation = { path: join(root, file), start, end, replacement: 'false' }
  const args = [
    '--findRelatedTests',
    file,
    '--selectProjects',
    file.startsWith('packages/') ? 'pure' : 'unit',
    '--bail',
    '--no-cache',
    '--silent',
    '--reporters',
    join(root, 'test/runner/results-reporter.ts'),
  ]
  const { isGreen } = await runJest(
    [
      ...args,
      '--testPathIgnorePatterns',
      '/node_modules/',
      tooSlow,
      '\\.(browser|container|chart)\\.test\\.ts$',
    ],
    { ...env, TEST_MUTATION: JSON.stringify(mutation) },
    stop.signal,
  )
  if (stop.signal.aborted) break
  if (isGreen) survivors.push(condition)
  say(`${index + 1} of ${conditions.length}: ${file}:${line} ${isGreen ? 'SURVIVED' : 'noticed'}`)
}
for (const { file, line } of survivors) say(`survived: ${file}:${line}`)
say(`${conditions.length - survivors.length} of ${conditions.length} conditions are noticed`)
process.exitCode = survivors.length > 0 || stop.signal.aborted ? 1 : 0

/** What is between the brackets of each `if`. */
function conditionsOf(file: string): Condition[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/\bif \(/g)].map(({ index, 0: opening }) => {
    const start = index + opening.length
    let depth = 1
    let end = start
    for (; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[source[end] ?? ''] ?? 0
    return { file, line: source.slice(0, start).split('\n').length, start, end: end - 1 }
  })
}
