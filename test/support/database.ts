import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { connected } from '../../deploy/local/database.ts'

export { connected }

export interface TestDatabase {
  /** Superuser. */
  url: string
  /** A login of the role `catalog_reader`, as export-service has it. Only if the database is migrated. */
  readerUrl: string
  /** A connection of the superuser; ended before the database is dropped, unless the test has ended it. */
  connect(): Promise<Client>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A database for one test, by default with the migrations applied.
 * @param server URL of a superuser, if not on the server that all tests share
 */
export async function createDatabase({
  migrated = true,
  server = process.env.TEST_DATABASE_URL,
}: { migrated?: boolean; server?: string | undefined } = {}): Promise<TestDatabase> {
  if (server === undefined)
    throw new Error('TEST_DATABASE_URL is not set: tests run under test/support/global-setup')
  const name = `test_${randomBytes(8).toString('hex')}`
  if (migrated) await prepareTemplate(server)
  await connected(server, (client) =>
    client.query(`create database ${name} ${migrated ? `template ${template}` : ''}`),
  )
  const url = urlOf(server, { database: name })
  const clients: Client[] = []
  return {
    url,
    readerUrl: urlOf(server, { database: name, user: reader, password: reader }),
    async connect() {
      const client = new Client({ connectionString: url })
      await client.connect()
      clients.push(client)
      return client
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await connected(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

const template = 'catalog_template'
const reader = 'catalog_test_reader'

/** Migrates the template once for all test files of a run: the first caller does it, the others wait. */
async function prepareTemplate(server: string): Promise<void> {
  await connected(server, async (client) => {
    // The lock ends with the connection.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      template,
    ])
    if (rowCount === 1) return
    await client.query(`drop database if exists ${template} with (force)`)
    await client.query(`create database ${template}`)
    const { migrate } = await import('../../services/import-service/src/postgres/migrate.ts')
    await migrate(urlOf(server, { database: template }))
    const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [reader])
    if (known === 0)
      await client.query(`create role ${reader} login password '${reader}' in role catalog_reader`)
    await client.query(`alter database ${template} with is_template true`)
  })
}

function urlOf(server: string, parts: { database: string; user?: string; password?: string }): string {
  const url = new URL(server)
  url.pathname = `/${parts.database}`
  if (parts.user !== undefined) url.username = parts.user
  if (parts.password !== undefined) url.password = parts.password
  return url.href
}
