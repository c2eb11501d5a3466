import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { findFreePort } from '../deploy/local/ports.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { endedWell, expectDemoStory, makeLocalHome, startMs, untilStarted } from './support/local-start.ts'
import { processesOf } from './support/processes-of.ts'
import { waitFor } from './support/wait-for.ts'

jest.setTimeout(3 * startMs)

const undo = disposeAfterAll()
// Built before the start is timed.
await buildAdminPage()
const home = undo.use(await makeLocalHome())
const start = home.run('start.ts', { env: { CATALOG_PORT: String(await findFreePort()) } })
const settings = await untilStarted(home, start)

function get(path: string, token?: string): Promise<Response> {
  return fetch(`${settings.base_url}/api/products/${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

test('serves, and keeps its tokens to the owner', async () => {
  const { base_url: baseUrl, token } = settings
  expect((await get('summary', token)).status).toBe(200)
  expect((await get('summary')).status).toBe(401)
  const page = await fetch(`${baseUrl}/admin/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(start.output()).toContain(`${baseUrl}/admin/#token=${token}`)
  expect((await stat(join(home.folder, 'local.json'))).mode & 0o777).toBe(0o600)
  expect(processesOf(home.folder).length).toBeGreaterThan(0)
})

test('started twice, says where it runs and does not disturb the first one', async () => {
  const second = home.run('start.ts')
  expect(await second.exitCode).toBe(1)
  expect(second.output()).toContain(settings.base_url)
  expect((await fetch(`${settings.base_url}/healthz`)).status).toBe(200)
})

test('names the port in CATALOG_PORT if another program uses it', async () => {
  await using other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await using otherHome = await makeLocalHome()
  const refused = otherHome.run('start.ts', { env: { CATALOG_PORT: String(port) } })
  expect(await refused.exitCode).toBe(1)
  expect(refused.output()).toContain(`Port ${port} (CATALOG_PORT) is taken`)
})

test('the demo runs its steps on the running system, and does not stop it', async () => {
  const demo = home.run('demo.ts', { args: ['--products', '20'] })
  await endedWell(demo)
  expect(demo.output()).toContain(`Using the system that runs at ${settings.base_url}.`)
  expectDemoStory(demo.output())
  expect((await fetch(`${settings.base_url}/readyz`)).status).toBe(200)
})

test('a storefront of the running system can be erased', async () => {
  const erase = home.run('erase.ts', { args: ['nobody'] })
  await endedWell(erase)
  expect(erase.output()).toContain('erased, 0 left')
  const unnamed = home.run('erase.ts')
  expect(await unnamed.exitCode).toBe(2)
})

test('restarts processes that die', async () => {
  const pids = await Promise.all([
    pidIn('nats', 'nats-server.pid'),
    pidIn('postgres', 'data', 'postmaster.pid'),
    pidIn('services', 'gateway.pid'),
  ])
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  await waitFor(
    'all to run again',
    () =>
      ['nats-server', 'PostgreSQL', 'gateway'].every((name) => start.output().includes(`${name} runs again`)),
    { timeoutMs: startMs },
  )
  for (const path of ['summary', 'imports/runs', 'export'])
    await waitFor(`${path} to be served`, async () => {
      const answer = await get(path, settings.token).catch(() => null)
      return answer !== null && answer.status < 500
    })
})

/** The first line of a pid file in the home. */
async function pidIn(...path: string[]): Promise<number> {
  return Number((await readFile(join(home.folder, ...path), 'utf8')).split('\n')[0])
}
