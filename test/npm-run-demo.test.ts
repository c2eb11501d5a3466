import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { writeDemoCatalog } from '../deploy/local/demo-catalog.ts'
import { findFreePort } from '../deploy/local/ports.ts'
import { processesOf } from './support/processes-of.ts'
import { waitFor } from './support/wait-for.ts'

// A start makes a database with all of its care for the disk, which a busy machine takes a minute for.
const startMs = 150_000
jest.setTimeout(3 * startMs)

let home: string
/** Of its own: others may be starting systems beside this one. */
let port: number
beforeAll(async () => {
  await buildAdminPage()
  home = await mkdtemp(join(tmpdir(), 'catalog-demo-'))
  await chmod(home, 0o755)
  port = await findFreePort()
}, 120_000)
afterAll(async () => {
  await waitFor('all processes to be gone', () => processesOf(home).length === 0)
  await rm(home, { recursive: true, force: true })
})

test('the demo imports 5,000 rows of 1,000 products, each with a picture', () => {
  const { csv, rows, products } = writeDemoCatalog((product) => `http://pictures/${product}.jpg`)
  expect([rows, products]).toEqual([5_000, 1_000])
  expect(csv.match(/http:\/\/pictures\/\d+\.jpg/g)).toHaveLength(1_000)
})

test('the demo starts a system, tells the whole story on it, and ends it', async () => {
  const demo = runScript('demo.ts', '--products', '20')
  expect(await demo.exitCode).toBe(0)
  expectStory(demo.output())
  expect(processesOf(home)).toEqual([])
})

test('the demo tells it on the system that runs, and leaves that alone', async () => {
  const start = runScript('start.ts')
  const address = /http:\/\/127\.0\.0\.1:\d+/
  await waitFor('npm start', () => start.output().includes('Ready after'), { timeoutMs: startMs })
  const [baseUrl = ''] = address.exec(start.output()) ?? []
  const demo = runScript('demo.ts', '--products', '20')
  expect(await demo.exitCode).toBe(0)
  expect(demo.output()).toContain(`Using the system that runs at ${baseUrl}.`)
  expectStory(demo.output())
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  start.child.kill('SIGTERM')
  expect(await start.exitCode).toBe(0)
})

function expectStory(output: string): void {
  expect(output).toContain('20 products, 100 rows')
  expect(output).toContain('100 rows: 100 adds, 0 updates, 0 unchanged, 0 errors')
  expect(output).toContain('100 %  20 of 20')
  expect(output).toContain('20 fetched, 0 rejected, 0 failed')
  expect(output).toContain('100 rows: 0 adds, 0 updates, 100 unchanged, 0 errors')
  expect(output).toContain('All unchanged')
}

interface Script {
  child: ChildProcess
  exitCode: Promise<number | null>
  output: () => string
}

const runner = fileURLToPath(new URL('../deploy/local/run.mjs', import.meta.url))

function runScript(name: string, ...args: string[]): Script {
  const child = spawn(process.execPath, [runner, `deploy/local/${name}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: [dirname(process.env.TEST_NATS_SERVER ?? ''), process.env.PATH].join(delimiter),
      NODE_OPTIONS: '',
      NO_COLOR: '1',
      CATALOG_LOCAL_HOME: home,
      CATALOG_PORT: String(port),
    },
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const exitCode = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return { child, exitCode, output: () => output }
}
