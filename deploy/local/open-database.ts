import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from './commands.ts'
import { ensureDatabase, ensureReader } from './database.ts'
import type { OpenOptions } from './open-options.ts'
import { startOnFreePort } from './ports.ts'
import { canEnter, startPostgres } from './postgres.ts'
import { bundleServices } from './services.ts'
import { home } from './settings.ts'
import { supervise } from './supervise.ts'

export interface OpenDatabase extends AsyncDisposable {
  url: string
}

/** Our own PostgreSQL, or the one in CATALOG_DATABASE_URL. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  await using undo = new AsyncDisposableStack()
  const configuredUrl = process.env.CATALOG_DATABASE_URL
  const url =
    configuredUrl === undefined || configuredUrl === '' ? await ownServer(options, undo) : configuredUrl
  if (url === configuredUrl) options.note('PostgreSQL: the database of CATALOG_DATABASE_URL')
  const opened = undo.move()
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Runs the migrations, like a release on Kubernetes. Returns the URL of an account that can only read. */
export async function migrate(
  { secrets, watchdog, done, note }: OpenOptions,
  { databaseUrl, natsUrl }: { databaseUrl: string; natsUrl: string },
): Promise<string> {
  const startedAt = performance.now()
  const script = join(await bundleServices({ watchdog }), 'migrate.mjs')
  const env = { CATALOG_DATABASE_URL: databaseUrl, CATALOG_NATS_URL: natsUrl }
  await runQuietly(process.execPath, [script], env, watchdog)
  const readerUrl = await ensureReader(databaseUrl, secrets.reader)
  if (readerUrl === null) {
    note(
      'The account of CATALOG_DATABASE_URL may not create roles: export-service reads with that account too.',
    )
  }
  done('Schema', performance.now() - startedAt)
  return readerUrl ?? databaseUrl
}

async function ownServer({ watchdog, done, note }: OpenOptions, undo: AsyncDisposableStack): Promise<string> {
  const startedAt = performance.now()
  const folder = await findFolder(note)
  const server = await startOnFreePort(54_329, (port) =>
    supervise('PostgreSQL', () => startPostgres({ home: folder, port, watchdog }), note),
  )
  undo.defer(() => server.stop())
  const url = await ensureDatabase(server.first.url)
  done('PostgreSQL', performance.now() - startedAt)
  return url
}

/** `.catalog/postgres`, or a system folder if PostgreSQL's account may not enter the repository. */
async function findFolder(note: (sentence: string) => void): Promise<string> {
  await mkdir(home, { recursive: true })
  if (canEnter(home)) return join(home, 'postgres')
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const folder = join('/var/lib/catalog-import-export', name)
  await mkdir(folder, { recursive: true })
  note(
    `PostgreSQL does not run as root, and its account may not enter this folder; its files are in ${folder}.`,
  )
  return folder
}
