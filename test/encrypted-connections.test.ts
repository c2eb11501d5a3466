import { chown, mkdtempDisposable, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { connected } from '../deploy/local/database.ts'
import { startWatchdog } from '../deploy/local/processes.ts'
import { parseLine } from '../deploy/local/log-line.ts'
import { startService } from '../deploy/local/services.ts'
import type { ServiceName } from '../deploy/local/services.ts'
import { createAuthority } from './support/certificates.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { startTemporaryPostgres } from './support/temporary-postgres.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()
const watchdog = undo.use(startWatchdog())

const kinds = ['valid', 'expired', 'misnamed'] as const
type Kind = (typeof kinds)[number]
const natsUrls: Partial<Record<Kind | 'plain', string>> = {}

const authority = undo.use(await createAuthority())
const caPath = authority.path
const certificates = {
  valid: await authority.issue('localhost'),
  expired: await authority.issue('localhost', -1),
  misnamed: await authority.issue('elsewhere.example'),
}
const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-tls-')))
const postgres = undo.use(await startTemporaryPostgres('tls', { fast: true }))
const server = postgres.url
const database = undo.use(await createDatabase({ server }))
await putIntoPostgres()
for (const kind of kinds) natsUrls[kind] = await startEncryptedNats(kind)
const plain = undo.use(await startNats({ watchdog }))
natsUrls.plain = withHost(plain.url, 'tls:')

const untrusted =
  'its certificate is of a CA that is not trusted; NODE_EXTRA_CA_CERTS must name a file with that CA (caBundle of the chart)'
const expired = 'its certificate has expired; renew it'
const misnamed =
  'its certificate is for other names; use one of them in the URL, or issue another certificate'

test('services serve over encrypted connections to PostgreSQL and NATS whose CA is named, and only those', async () => {
  await present('valid')
  await using importService = await start('import-service', 'valid', {
    CATALOG_DATABASE_URL: encrypted(database.url),
  })
  await using exportService = await start('export-service', 'valid', {
    CATALOG_DATABASE_URL: encrypted(database.readerUrl),
  })
  expect(await importService.message()).toBe('ready')
  expect(await exportService.message()).toBe('ready')
  const { rows } = await connected(database.url, (client) =>
    client.query(`select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name in ('import-service', 'export-service')`),
  )
  expect(rows).toEqual([{ ssl: true }])
})

describe('a service waits and says why, where', () => {
  test.each<[string, Kind, string, boolean]>([
    ['the CA is not named', 'valid', untrusted, false],
    ['the certificate has expired', 'expired', expired, true],
    ['the certificate is for another name', 'misnamed', misnamed, true],
  ])('%s of PostgreSQL', async (_, kind, reason, isTrusted) => {
    await present(kind)
    const own = { CATALOG_DATABASE_URL: encrypted(database.readerUrl), ...trust(isTrusted) }
    await using service = await start('export-service', 'valid', own)
    expect(await service.message()).toBe(`waiting for postgresql: ${reason}`)
  })

  test.each<[string, Kind | 'plain', string, boolean]>([
    ['the CA is not named', 'valid', untrusted, false],
    ['the certificate has expired', 'expired', expired, true],
    ['the certificate is for another name', 'misnamed', misnamed, true],
    ['there is no encryption', 'plain', 'it offers no encryption, which tls:// in the URL requires', true],
  ])('%s of NATS', async (_, kind, reason, isTrusted) => {
    const own = { CATALOG_AUTH_SECRET: 'x'.repeat(32), CATALOG_PORT: '0', ...trust(isTrusted) }
    await using service = await start('gateway', kind, own)
    expect(await service.message()).toBe(`waiting for nats: ${reason}`)
  })
})

test('a PostgreSQL without encryption is refused where the address asks for it', async () => {
  const shared = new URL(process.env.TEST_DATABASE_URL ?? '')
  const own = { CATALOG_DATABASE_URL: encrypted(shared.href) }
  await using service = await start('export-service', 'valid', own)
  expect(await service.message()).toBe(
    'waiting for postgresql: it offers no encryption, which sslmode in the URL requires',
  )
})

function trust(isTrusted: boolean): Record<string, string> {
  return { NODE_EXTRA_CA_CERTS: isTrusted ? caPath : '' }
}

function encrypted(url: string): string {
  return `${withHost(url)}?sslmode=verify-full`
}

function withHost(url: string, protocol?: string): string {
  const { port } = new URL(url)
  const changed = url.replace(`127.0.0.1:${port}`, `localhost:${port}`)
  return protocol === undefined ? changed : changed.replace('nats:', protocol)
}

/** Starts a service, and waits for what it first logs about its start. */
async function start(name: ServiceName, natsKind: Kind | 'plain', own: Record<string, string>) {
  const stopping = new AbortController()
  const messages: unknown[] = []
  const ended = startService(name, {
    env: { CATALOG_NATS_URL: natsUrls[natsKind] ?? '', NODE_OPTIONS: '', ...trust(true), ...own },
    watchdog,
    stopping: stopping.signal,
    onLine: (stream, line) => {
      const message = stream === 'stdout' ? parseLine(line)?.message : undefined
      if (message === 'ready' || String(message).startsWith('waiting for ')) messages.push(message)
    },
  }).then(
    (running) => running,
    () => undefined,
  )
  return {
    message: () => waitFor(`${name} to say how it starts`, () => messages[0]),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await (await ended)?.stop()
    },
  }
}

async function startEncryptedNats(kind: Kind): Promise<string> {
  const [cert, key] = [join(folder, `${kind}.crt`), join(folder, `${kind}.key`)]
  await writeFile(cert, certificates[kind].cert)
  await writeFile(key, certificates[kind].key, { mode: 0o600 })
  const config = { text: `tls { cert_file: "${cert}", key_file: "${key}" }`, env: {} }
  const nats = undo.use(await startNats({ watchdog, config }))
  return withHost(nats.url, 'tls:')
}

/** Every certificate, into PostgreSQL's own folder, as its account. */
async function putIntoPostgres(): Promise<void> {
  const data = await settingOf('data_directory')
  const { uid, gid } = await stat(data)
  for (const kind of kinds) {
    for (const part of ['cert', 'key'] as const) {
      const path = join(data, `${kind}.${part}`)
      await writeFile(path, certificates[kind][part], { mode: 0o600 })
      await chown(path, uid, gid)
    }
  }
}

/** Has PostgreSQL present the certificate to new connections. */
async function present(kind: Kind): Promise<void> {
  await connected(server, async (client) => {
    await client.query(`alter system set ssl_cert_file = '${kind}.cert'`)
    await client.query(`alter system set ssl_key_file = '${kind}.key'`)
    await client.query('alter system set ssl = on')
    await client.query('select pg_reload_conf()')
  })
  await waitFor('PostgreSQL to present it', async () => {
    return (await settingOf('ssl_cert_file')) === `${kind}.cert`
  })
}

async function settingOf(name: string): Promise<string> {
  const { rows } = await connected(server, (client) =>
    client.query<{ setting: string }>('select setting from pg_settings where name = $1', [name]),
  )
  return rows[0]?.setting ?? ''
}
