import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Draft } from '@catalog/contracts'
import { connected } from '../deploy/local/database.ts'
import { blocksOf } from './operations/support/runbooks.ts'
import { csvOf } from './support/canonical-file.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startImageHost } from './support/image-host.ts'
import { startNats } from './support/nats.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startPgBouncer } from './support/pgbouncer.ts'
import type { PgBouncer } from './support/pgbouncer.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const readme = readFileSync(new URL('../deploy/README.md', import.meta.url), 'utf8')
const undo = disposeAfterAll()
/** Logins of their own, since settings of a login outlive a database. */
const logins = { writer: nameOf('pool_writer'), reader: nameOf('pool_reader') }
const nats = undo.use(await startNats())
const database = undo.use(await createDatabase())
const administrator = await database.connect()
await administrator.query(`create role ${logins.writer} login superuser password '${logins.writer}'`)
await administrator.query(
  `create role ${logins.reader} login password '${logins.reader}' in role catalog_reader`,
)
undo.defer(async () => {
  await administrator.query(`drop role ${logins.writer}, ${logins.reader}`)
})
const urls = { writer: urlOf(logins.writer), reader: urlOf(logins.reader) }

describe('a connection that does not have the settings that a service relies on', () => {
  test('is refused with what to set, where the pooler does not accept them', async () => {
    await using pooler = await startPgBouncer([urls.writer])
    await expectRefusals(pooler, {
      'import-service': 'set CATALOG_DATABASE_SETTINGS=role',
      'export-service': 'set CATALOG_DATABASE_SETTINGS=role',
      migrate: 'an address of PostgreSQL itself',
    })
  })

  test('is refused where the pooler ignores them', async () => {
    await administrator.query(
      `alter role ${logins.writer} set statement_timeout = '30s'; alter role ${logins.writer} set search_path = public`,
    )
    await using pooler = await startPgBouncer([urls.writer], ['ignore_startup_parameters = options'])
    await expectRefusals(pooler, {
      'import-service': `(idle_in_transaction_session_timeout is 0, not 60000). Behind a pooler, set CATALOG_DATABASE_SETTINGS=role, run as an administrator: alter role ${logins.writer} in database ${administrator.database} set idle_in_transaction_session_timeout = '60000'; and`,
      'export-service': 'default_transaction_read_only is off, not on',
      migrate: 'an address of PostgreSQL itself',
    })
    const fromRole = await refusalOf('import-service', pooler, { CATALOG_DATABASE_SETTINGS: 'role' })
    expect(fromRole).toContain('not 60000). Run as an administrator: alter role')
    await administrator.query(`alter role ${logins.writer} reset all`)
  })
})

describe('behind a PgBouncer with transaction pooling', () => {
  test('the system works with the settings of its logins, and within their limits', async () => {
    await using stack = new AsyncDisposableStack()
    const statements = blocksOf(readme, 'sql').join('\n')
    await administrator.query(
      statements
        .replaceAll('role catalog_export ', `role ${logins.reader} `)
        .replaceAll('role catalog ', `role ${logins.writer} `)
        .replaceAll('database catalog ', `database ${administrator.database} `)
        // Stricter: a test does not wait for half a minute.
        .replace("statement_timeout = '30s'", "statement_timeout = '2s'"),
    )

    const images = stack.use(await startImageHost())
    const pooler = stack.use(await startPgBouncer(Object.values(urls), ['default_pool_size = 4']))
    const pooled = { writer: pooler.through(urls.writer), reader: pooler.through(urls.reader) }
    const system = stack.use(
      await startSystem({
        nats,
        database: { ...database, url: pooled.writer, readerUrl: pooled.reader },
        env: { all: { CATALOG_DATABASE_SETTINGS: 'role', CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
      }),
    )
    const file = csvOf([
      { handle: 'pot', title: 'Pot', variant_price: '25', image_url: images.url('/pot.jpg') },
    ])
    const { run_id } = await system.confirm((await system.upload(file)).draft_id)
    expect(await system.waitForRun(run_id)).toMatchObject({ added: 1, image_counts: { fetched: 1 } })
    const exported = await (await system.request('/api/products/export')).text()
    expect((await system.upload(exported)).preview).toMatchObject({ unchanged: 1, errors: 0 })
    expect(await system.json('/api/products')).toMatchObject({ products: [{ handle: 'pot' }] })
    const path = `/api/products/imports/runs/${run_id}/undo`
    const undone = await system.json<Draft>(path, { method: 'POST' })
    await system.confirm(undone.draft_id)

    const doctor = await startOperatorCommand({ database: { url: pooled.writer }, nats }, 'doctor', [], {
      CATALOG_DATABASE_SETTINGS: 'role',
    }).ended
    expect(doctor.lines.at(-1)).toMatchObject({ message: 'checked, nothing is to be done', storefronts: 1 })

    await administrator.query('begin')
    await administrator.query('lock table storefront_locks')
    const summary = await system.request('/api/products/summary')
    expect(summary.status).not.toBe(200)
    const waiting = `select from pg_stat_activity where usename = $1 and wait_event_type = 'Lock'`
    await waitFor(
      'no statement to wait',
      async () => (await administrator.query(waiting, [logins.writer])).rowCount === 0,
    )
    await administrator.query('rollback')

    const change = connected(pooled.reader, (reader) => reader.query('create table more ()'))
    await expect(change).rejects.toMatchObject({ code: '25006' })
  })
})

async function expectRefusals(pooler: PgBouncer, sentences: Record<string, string>): Promise<void> {
  const refused = Object.entries(sentences).map(async ([script, sentence]) =>
    expect(await refusalOf(script, pooler)).toContain(sentence),
  )
  await Promise.all(refused)
}

/** The only line of a service that does not start. */
async function refusalOf(
  script: string,
  pooler: PgBouncer,
  env: Record<string, string> = {},
): Promise<string> {
  const { code, lines } = await startOperatorCommand(
    { database: { url: pooler.through(urls.writer) }, nats },
    script,
    [],
    env,
  ).ended
  expect(code).toBe(1)
  expect(lines).toHaveLength(1)
  return String(lines[0]?.['message'])
}

function urlOf(login: string): string {
  return Object.assign(new URL(database.url), { username: login, password: login }).href
}

function nameOf(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`
}
