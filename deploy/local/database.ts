import { Client, DatabaseError } from 'pg'

/** Creates the database `catalog` on our own server if it is missing; returns its URL. */
export async function ensureDatabase(serverUrl: string): Promise<string> {
  await connected(serverUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'catalog'")
    if (rowCount === 0) await client.query('create database catalog')
  })
  const url = new URL(serverUrl)
  url.pathname = '/catalog'
  return url.href
}

/**
 * The URL for export-service: its own login with the role `catalog_reader`. Null if the account of `url` may not create
 * one.
 */
export async function ensureReader(url: string, password: string): Promise<string | null> {
  const granted = await connected(url, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [reader])
    const verb = rowCount === 0 ? 'create' : 'alter'
    try {
      await client.query(`${verb} role ${reader} login password ${client.escapeLiteral(password)}`)
      await client.query(`grant catalog_reader to ${reader}`)
      return true
    } catch (error) {
      if (error instanceof DatabaseError && error.code === insufficientPrivilege) return false
      throw error
    }
  })
  if (!granted) return null
  const readerUrl = new URL(url)
  readerUrl.username = reader
  readerUrl.password = password
  return readerUrl.href
}

const reader = 'catalog_export'
const insufficientPrivilege = '42501'

/** Runs `work` with a connection of its own, which is closed afterwards. */
export async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  // If the connection breaks, the current statement fails; without a listener, the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
