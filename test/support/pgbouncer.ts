import { spawn } from 'node:child_process'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../../deploy/local/database.ts'
import { startOnFreePort } from '../../deploy/local/ports.ts'
import { endChild, hasEnded, startWatchdog, whenEnded } from '../../deploy/local/processes.ts'
import { findDaemon } from '../../deploy/local/programs.ts'
import { waitFor } from './wait-for.ts'

export interface PgBouncer extends AsyncDisposable {
  /** The same login and database as this URL of the server, through the pooler. */
  through(url: string): string
}

/** A PgBouncer with transaction pooling for these logins of one server, with further lines of its configuration. */
export async function startPgBouncer(urls: string[], lines: string[] = []): Promise<PgBouncer> {
  return await startOnFreePort(undefined, (port) => startOn(port, urls, lines))
}

async function startOn(port: number, urls: string[], lines: string[]): Promise<PgBouncer> {
  const program = findDaemon('pgbouncer')
  const [server] = urls.map((url) => new URL(url))
  if (program === undefined || server === undefined) throw new Error('PgBouncer is not installed')
  await using undo = new AsyncDisposableStack()
  const { path: home } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-pgbouncer-')))
  // It does not run as root, and reads its files as another user.
  await chmod(home, 0o755)
  const users = urls.map((url) => {
    const { username, password } = new URL(url)
    return `"${username}" "${decodeURIComponent(password)}"\n`
  })
  await writeFile(join(home, 'users.txt'), users.join(''))
  const config = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(home, 'users.txt')}`,
    'pool_mode = transaction',
    ...lines,
  ]
  await writeFile(join(home, 'pgbouncer.ini'), `${config.join('\n')}\n`)
  const watchdog = undo.use(startWatchdog())
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn(program, ['-q', ...user, join(home, 'pgbouncer.ini')], { stdio: 'ignore' })
  undo.defer(() => endChild(pooler, 'SIGINT', 5_000))
  if (pooler.pid !== undefined) watchdog.add({ pid: pooler.pid, signal: 'SIGINT' })
  const through = (url: string) =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  const ended = whenEnded(pooler).then((how) => {
    throw new Error(`PgBouncer ended ${how}`)
  })
  ended.catch(() => {})
  await Promise.race([ended, waitFor('PgBouncer', () => answers(through(server.href)))])
  // If another server answers on that port, this one has exited.
  if (hasEnded(pooler)) await ended
  const stack = undo.move()
  return { through, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function answers(url: string): Promise<boolean> {
  return connected(url, () => Promise.resolve(true)).catch(() => false)
}
