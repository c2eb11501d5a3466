import { DatabaseError } from 'pg'
import type { ClientBase } from 'pg'
import { ConfigError } from '@catalog/runtime'
import { z } from 'zod'

/** How connections to PostgreSQL get the settings that a service relies on. */
export const databaseSettings = {
  /** `role`: the login's own settings, because a pooler does not pass on those of a connection. */
  CATALOG_DATABASE_SETTINGS: z.enum(['connection', 'role']).default('connection'),
  /** The schema of every table and view: the only one of the search path. */
  CATALOG_DATABASE_SCHEMA: z
    .string()
    .regex(
      /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
      'must have small letters, digits and _ only, and not begin with pg_',
    )
    .default('public'),
}

export interface SessionSource {
  settingsFrom: 'connection' | 'role'
  schema: string
}

export function sessionSource(config: {
  CATALOG_DATABASE_SETTINGS: 'connection' | 'role'
  CATALOG_DATABASE_SCHEMA: string
}): SessionSource {
  return { settingsFrom: config.CATALOG_DATABASE_SETTINGS, schema: config.CATALOG_DATABASE_SCHEMA }
}

/** PostgreSQL's settings, in its base units: milliseconds, `on` and `off`. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** What a connection sends at its start, as `options` of pg's configuration. */
export function startupOptions(
  settings: SessionSettings,
  { settingsFrom }: Pick<SessionSource, 'settingsFrom'>,
): { options?: string } {
  if (settingsFrom === 'role') return {}
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return { options: options.join(' ') }
}

/**
 * Checks a new connection, since a pooler may drop what the connection has sent. A time limit may also be stricter.
 * @throws ConfigError that names what to run
 */
export async function requireSettings(
  client: ClientBase,
  settings: SessionSettings,
  { settingsFrom }: Pick<SessionSource, 'settingsFrom'>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string; login: string; database: string }>(
    `select name, setting, quote_ident(session_user) as login, quote_ident(current_database()) as database
     from pg_settings where name = any($1) order by name`,
    [Object.keys(settings)],
  )
  const wrong = rows.filter(({ name, setting }) => !isInForce(name, setting, String(settings[name])))
  if (wrong.length === 0) return
  const found = wrong.map(({ name, setting }) => `${name} is ${setting}, not ${settings[name]}`)
  const commands = wrong.map(
    ({ name, login, database }) =>
      `alter role ${login} in database ${database} set ${name} = '${settings[name]}';`,
  )
  const run = settingsFrom === 'role' ? 'Run' : 'Behind a pooler, set CATALOG_DATABASE_SETTINGS=role, run'
  throw new ConfigError(
    `settings that the service relies on are not in force in PostgreSQL (${found.join(', ')}). ${run} as an administrator: ${commands.join(' ')} and let the pooler open new connections (PgBouncer: RECONNECT)`,
  )
}

function isInForce(name: string, setting: string, wanted: string): boolean {
  if (!name.endsWith('_timeout') || wanted === '0') return setting === wanted
  return Number(setting) > 0 && Number(setting) <= Number(wanted)
}

/**
 * Rethrows an error of connecting.
 * @throws ConfigError if a pooler refuses the settings that the connection sends
 */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof DatabaseError && error.message.includes('unsupported startup parameter')))
    throw error
  throw new ConfigError(
    `the pooler of CATALOG_DATABASE_URL does not pass on settings (${error.message}): set CATALOG_DATABASE_SETTINGS=role (deploy/README.md)`,
    { cause: error },
  )
}
