import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { createDatabase } from './support/database.ts'
import { startNats } from './support/nats.ts'
import { processesOf } from './support/processes-of.ts'
import { waitFor } from './support/wait-for.ts'

// A start makes a database with all of its care for the disk, which a busy machine takes a minute for.
const startMs = 150_000
jest.setTimeout(3 * startMs)

let home: string
const starts: ChildProcess[] = []

// Before the time of a start is taken.
beforeAll(async () => void (await buildAdminPage()), 120_000)

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'catalog-start-'))
  await chmod(home, 0o755)
})

afterEach(async () => {
  for (const start of starts.splice(0)) start.kill('SIGTERM')
  await noProcesses()
  await rm(home, { recursive: true, force: true })
})

describe('npm start', () => {
  test('serves, keeps its tokens to the owner, and leaves no process behind when it is stopped', async () => {
    const start = startSystem()
    const { base_url: baseUrl, token } = await ready(start)
    const summary = `${baseUrl}/api/products/summary`
    expect((await fetch(summary, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await fetch(summary)).status).toBe(401)
    const page = await fetch(`${baseUrl}/admin/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(start.output()).toContain(`${baseUrl}/admin/#token=${token}`)
    expect((await stat(join(home, 'local.json'))).mode & 0o777).toBe(0o600)
    expect(processesOf(home).length).toBeGreaterThan(0)

    start.child.kill('SIGINT')
    expect(await start.exitCode).toBe(0)
    expect(start.output()).toContain('Everything is stopped.')
    await noProcesses()
  })

  test('started twice, says where it runs and leaves the first one alone', async () => {
    const first = startSystem()
    const { base_url: baseUrl } = await ready(first)
    const second = startSystem()
    expect(await second.exitCode).toBe(1)
    expect(second.output()).toContain(baseUrl)
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
  })

  test('killed, takes everything with it; the next start has the catalog as it was', async () => {
    const first = startSystem()
    const { base_url: baseUrl, token } = await ready(first)
    const authorization = `Bearer ${token}`
    const upload = await fetch(`${baseUrl}/api/products/imports`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv' },
      body: 'handle,title,variant_price\nkept,Kept,1.00\n',
    })
    const { draft_id: draftId } = JSON.parse(await upload.text())
    await fetch(`${baseUrl}/api/products/imports/${draftId}/confirm`, {
      method: 'POST',
      headers: { authorization },
    })

    const { pid } = JSON.parse(await readFile(join(home, 'start.json'), 'utf8'))
    process.kill(pid, 'SIGKILL')
    const { base_url: nextUrl, token: nextToken } = await ready(startSystem(), token)
    const summary = await fetch(`${nextUrl}/api/products/summary`, {
      headers: { authorization: `Bearer ${nextToken}` },
    })
    expect(JSON.parse(await summary.text()).product_count).toBe(1)
  })

  test('brings back what dies under it', async () => {
    const start = startSystem()
    const { base_url: baseUrl, token } = await ready(start)
    const natsPid = Number(await readFile(join(home, 'nats', 'nats-server.pid'), 'utf8'))
    const postgresPid = Number(
      (await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
    )
    const gatewayPid = Number(await readFile(join(home, 'services', 'gateway.pid'), 'utf8'))
    for (const pid of [natsPid, postgresPid, gatewayPid]) process.kill(pid, 'SIGKILL')
    await waitFor(
      'all to run again',
      () =>
        ['nats-server', 'PostgreSQL', 'gateway'].every((name) =>
          start.output().includes(`${name} runs again`),
        ),
      { timeoutMs: startMs },
    )
    await waitFor('an answer', async () => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${baseUrl}/api/products/summary`, { headers }).catch(() => null)
      return answer?.status === 200
    })
  })

  test('names the port of CATALOG_PORT that another program has', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const start = startSystem({ CATALOG_PORT: String(port) })
    expect(await start.exitCode).toBe(1)
    expect(start.output()).toContain(`Port ${port} (CATALOG_PORT) is taken`)
    other.close()
  })

  test('takes another port where 8080 is taken, and says which', async () => {
    await using other = createServer().listen(8080, '127.0.0.1')
    // Where it is taken already, that serves as well.
    await once(other, 'listening').catch(() => undefined)
    const start = startSystem()
    const { base_url: baseUrl } = await ready(start)
    const port = new URL(baseUrl).port
    expect(port).not.toBe('8080')
    expect(start.output()).toContain(`Port 8080 is taken by another program, so it is ${port} this time.`)
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
  })

  test('stopped by Ctrl-C in the middle of its start, leaves no process behind', async () => {
    const start = startSystem({}, { group: true })
    await waitFor('a first server', () =>
      processesOf(home).some((command) => /nats-server|postgres/.test(command)),
    )
    // As a terminal does: to npm, to the start and to what it has begun.
    process.kill(-Number(start.child.pid), 'SIGINT')
    expect(await start.exitCode).toBe(0)
    expect(start.output()).not.toContain('Ready after')
    expect(processesOf(home)).toEqual([])
  })

  test('uses the servers that CATALOG_DATABASE_URL and CATALOG_NATS_URL name', async () => {
    await using database = await createDatabase({ migrated: false })
    await using nats = await startNats()
    const start = startSystem({ CATALOG_DATABASE_URL: database.url, CATALOG_NATS_URL: nats.url })
    const { base_url: baseUrl, token } = await ready(start)
    const summary = await fetch(`${baseUrl}/api/products/summary`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(summary.status).toBe(200)
    expect(processesOf(home).filter((command) => /bin\/(nats-server|postgres) /.test(command))).toEqual([])
    start.child.kill('SIGTERM')
    await start.exitCode
  })
})

interface Start {
  child: ChildProcess
  exitCode: Promise<number | null>
  output: () => string
}

const runScript = fileURLToPath(new URL('../deploy/local/run.mjs', import.meta.url))

/** `group`: in a process group of its own, as a shell starts it from a terminal. */
function startSystem(env: Record<string, string> = {}, { group = false } = {}): Start {
  const child = spawn(process.execPath, [runScript, 'deploy/local/start.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: group,
    env: {
      ...process.env,
      PATH: [dirname(process.env.TEST_NATS_SERVER ?? ''), process.env.PATH].join(delimiter),
      NODE_OPTIONS: '',
      CATALOG_LOCAL_HOME: home,
      ...env,
    },
  })
  starts.push(child)
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const exitCode = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return { child, exitCode, output: () => output }
}

/** Until local.json is there, with another token than that of an earlier start. */
async function ready(start: Start, earlierToken?: string): Promise<{ base_url: string; token: string }> {
  return waitFor(
    'npm start',
    async () => {
      if (start.child.exitCode !== null) throw new Error(`npm start ended:\n${start.output()}`)
      const text = await readFile(join(home, 'local.json'), 'utf8').catch(() => null)
      const settings = text === null ? null : JSON.parse(text)
      return settings?.token === earlierToken ? null : settings
    },
    { timeoutMs: startMs },
  )
}

async function noProcesses(): Promise<void> {
  await waitFor('all processes to be gone', () => processesOf(home).length === 0)
}
