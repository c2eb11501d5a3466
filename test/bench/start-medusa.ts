import { execFile, spawn } from 'node:child_process'
import { cp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connected } from '../../deploy/local/database.ts'
import { findFreePort } from '../../deploy/local/ports.ts'
import { endChild, hasEnded, startWatchdog } from '../../deploy/local/processes.ts'
import { waitFor } from '../support/wait-for.ts'

export interface Medusa {
  pid: number
  databaseUrl: string
  /** The JSON of a request of an administrator that must succeed. */
  post<Body>(path: string, body?: FormData | object): Promise<Body>
  stop(): Promise<void>
}

const folder = join(tmpdir(), 'catalog-bench-medusa')
const cli = join(folder, 'node_modules/@medusajs/cli/cli.js')
const run = promisify(execFile)
const account = { email: 'bench@example.com', password: 'only-for-the-benchmark' }

/** Installs Medusa outside the repository if it is not there, and creates a database from which others are copied. */
export async function installMedusa(server: string): Promise<void> {
  await cp(new URL('medusa/', import.meta.url), folder, { recursive: true })
  const isInstalled = await stat(cli).then(
    () => true,
    () => false,
  )
  if (!isInstalled)
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  await connected(server, (client) => client.query(`create database ${template}`))
  const options = { cwd: folder, env: environment(urlOf(server, template)) }
  await run(process.execPath, [cli, 'db:migrate'], options)
  await run(process.execPath, [cli, 'user', '-e', account.email, '-p', account.password], options)
}

/** A new process with a new database. */
export async function startMedusa(server: string, name: string): Promise<Medusa> {
  await connected(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template}`)
  })
  const databaseUrl = urlOf(server, name)
  const port = await findFreePort()
  const watchdog = startWatchdog()
  const child = spawn(process.execPath, [cli, 'start', '--port', String(port), '--host', '127.0.0.1'], {
    cwd: folder,
    env: environment(databaseUrl),
    detached: true,
    stdio: 'ignore',
  })
  watchdog.addUntilEnded(child, 'SIGTERM')
  const send = async (path: string, body: FormData | object, token = '') => {
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const { token } = await waitFor('Medusa', () => {
    if (hasEnded(child)) throw new Error('Medusa ended before it was ready')
    return send('/auth/user/emailpass', account).catch(() => null)
  })
  return {
    pid: child.pid ?? 0,
    databaseUrl,
    post: (path, body = {}) => send(path, body, token),
    async stop() {
      await endChild(child, 'SIGTERM')
      await watchdog[Symbol.asyncDispose]()
      await rm(join(folder, 'static'), { recursive: true, force: true })
    },
  }
}

const template = 'medusa_template'

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS: '',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    JWT_SECRET: 'bench',
    COOKIE_SECRET: 'bench',
    DATABASE_URL: databaseUrl,
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
