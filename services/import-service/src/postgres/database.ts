import { callbackify } from 'node:util'
import { trace } from '@opentelemetry/api'
import knex from 'knex'
import type { Knex } from 'knex'
import { types } from 'pg'
import type { Client } from 'pg'
import { isReadOnly, requireSettings, startupOptions } from '@catalog/postgres'
import type { SessionSettings, SessionSource } from '@catalog/postgres'
import { spending } from '@catalog/runtime'
import { withSpan } from '@catalog/telemetry/tracing'

/** A connection pool or one of its transactions. */
export type Database = Knex

export interface Connection extends AsyncDisposable {
  database: Database
  /** Whether the database can be reached and is not read-only. */
  isWritable(): Promise<boolean>
  /** Connections in use, and how many wait for one. */
  usage(): { used: number; waiting: number }
}

export interface DatabaseTimeouts {
  /** Limit for connecting, in milliseconds. */
  connectMs?: number
  /** Limit for waiting for a free connection, in milliseconds. */
  acquireMs?: number
  statementMs?: number
}

export interface DatabaseOptions extends DatabaseTimeouts, Partial<SessionSource> {
  /** Connections at a time. */
  maxConnections?: number
}

/** A connection pool. Disposing of it waits for connections in use. */
export function connectDatabase(
  url: string,
  {
    connectMs = 5_000,
    acquireMs = 10_000,
    statementMs = 30_000,
    maxConnections = 10,
    settingsFrom = 'connection',
    schema = 'public',
  }: DatabaseOptions = {},
): Connection {
  const settings = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 60_000,
    search_path: schema,
  }
  const database = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'import-service',
      connectionTimeoutMillis: connectMs,
      ...startupOptions(settings, { settingsFrom }),
      // Without the delay, the loss of the network would be noticed after two hours; with it, after 15 s.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    },
    pool: {
      min: 0,
      max: maxConnections,
      afterCreate: callbackify((client: Client) => prepare(client, settings, { settingsFrom })),
    },
    acquireConnectionTimeout: acquireMs,
    log: silent,
  })
  const { client }: { client: { acquireConnection: () => Promise<unknown> } } = database
  const acquire = client.acquireConnection.bind(client)
  client.acquireConnection = () => spending('queue', acquire)
  const pool: { numUsed(): number; numPendingAcquires(): number } = database.client.pool
  return {
    database,
    isWritable: () => database.raw(failWhereReadOnly).then(isTrue, isFalse),
    usage: () => ({ used: pool.numUsed(), waiting: pool.numPendingAcquires() }),
    async [Symbol.asyncDispose]() {
      await database.destroy()
    },
  }
}

export interface Statement {
  text: string
  values: Knex.RawBinding[]
}

/** A part of a statement's text, such as a list of columns that is made from a table of them. */
export class StatementPart {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Plain = string | number | boolean | null
type Value = Knex.RawBinding | Plain[]

/**
 * A statement with bound values, which are never written into its text: sql`select … where id = ${id}`. A list is bound
 * as one value.
 */
export function sql(texts: TemplateStringsArray, ...values: (Value | StatementPart)[]): Statement {
  const bound = values.flatMap((value) => {
    if (value instanceof StatementPart) return []
    return [isPlainList(value) ? arrayText(value) : value]
  })
  const shown = values.map((value) => (value instanceof StatementPart ? value.text : '?'))
  return { text: String.raw({ raw: texts }, ...shown), values: bound }
}

interface Result<Row> {
  rows: Row[]
  rowCount: number | null
}

/** Sends a statement, which is written behind the call, query(database)`select …`, or was made before. */
export type Send<Answer> = (
  texts: TemplateStringsArray | Statement,
  ...values: (Value | StatementPart)[]
) => Promise<Answer>

/**
 * Runs `work`, a statement's round trip, in a span of the active trace. Without one, such as when polling the outbox,
 * starts none. It counts as what the request spends on SQL. `text` must have placeholders for all values.
 */
export function traceStatement<Answer>(text: string, work: () => Promise<Answer>): Promise<Answer> {
  const counted = () => spending('sql', work)
  if (trace.getActiveSpan() === undefined) return counted()
  const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  const verb = /^\w+/.exec(statement)?.[0] ?? 'statement'
  return withSpan(`sql ${verb}`, { 'db.system.name': 'postgresql', 'db.query.text': statement }, counted)
}

/** A statement's rows. */
export function query<Row>(database: Database): Send<Row[]> {
  return async (...written) => (await send<Row>(database, written)).rows
}

/** The row of a statement that always returns exactly one. */
export function queryOne<Row>(database: Database): Send<Row> {
  return async (...written) => {
    const [row] = (await send<Row>(database, written)).rows
    if (row === undefined) throw new Error('a statement that has one row had none')
    return row
  }
}

/** Rows as arrays, without an object for each row, for selects of thousands. */
export function queryArrays<Row extends readonly unknown[]>(database: Database): Send<Row[]> {
  return async (...written) => (await send<Row>(database, written, { rowMode: 'array' })).rows
}

/** How many rows a statement has changed. */
export function change(database: Database): Send<number> {
  return async (...written) => (await send(database, written)).rowCount ?? 0
}

function send<Row>(
  database: Database,
  [texts, ...bound]: Parameters<Send<unknown>>,
  options: { rowMode?: 'array' } = {},
): Promise<Result<Row>> {
  const { text, values } = 'text' in texts ? texts : sql(texts, ...bound)
  return traceStatement(text, async () => await database.raw<Result<Row>>(text, values).options(options))
}

/**
 * For transactions that look up rows by thousands of keys: instead of probing an index that often, the planner would
 * scan a whole table of moderate size, including the rows of every other storefront. A generic plan, because a storefront
 * that the statistics do not know, such as one of a first import, would seem to have a few rows, and all of them would be
 * read. Nor does it expect a thousand keys, for which reading some thousand rows would seem quicker.
 */
export async function preferIndexes(transaction: Knex.Transaction): Promise<void> {
  await change(transaction)`set local enable_seqscan = off`
  await change(transaction)`set local jit = off`
  await change(transaction)`set local plan_cache_mode = force_generic_plan`
}

function isPlainList(value: Value): value is Plain[] {
  return Array.isArray(value) && !Buffer.isBuffer(value[0])
}

/** PostgreSQL's text for an array, to be cast to its type: made in less time than by pg. */
export function arrayText(elements: readonly Plain[]): string {
  // JSON escapes quotation marks and backslashes in the same way, in a quarter of the time; other escapes must not
  // occur.
  const json = JSON.stringify(elements)
  return otherEscape.test(json) ? `{${elements.map(elementText).join(',')}}` : `{${json.slice(1, -1)}}`
}

/**
 * An escape such as a line break's. It also matches a letter behind an escaped backslash, which only takes the slower
 * path.
 */
const otherEscape = /\\[^"\\]/

/** knex would write plain text that contains statements. Every error that it reports also reaches a caller. */
const silent = { warn: ignore, error: ignore, deprecate: ignore, debug: ignore }

function ignore(): void {}

/**
 * Checks a new connection's settings, and discards it later if it turns out to be read-only: a new one may lead to the
 * server that has taken over. knex discards connections that have reported an error.
 */
async function prepare(
  client: Client,
  settings: SessionSettings,
  source: Pick<SessionSource, 'settingsFrom'>,
): Promise<void> {
  client.connection.on('errorMessage', (error: unknown) => {
    if (isReadOnly(error)) client.emit('error', error)
  })
  try {
    await requireSettings(client, settings, source)
  } catch (error) {
    await client.end().catch(ignore)
    throw error
  }
}

const failWhereReadOnly = `
  do $$ begin
    if current_setting('transaction_read_only')::boolean then
      raise exception 'the database is read-only' using errcode = 'read_only_sql_transaction';
    end if;
  end $$`

const isTrue = () => true
const isFalse = () => false

function elementText(element: Plain): string {
  return typeof element === 'string' ? `"${element.replace(/["\\]/g, '\\$&')}"` : String(element)
}

/** bigint becomes a number, in the whole process; numeric stays text, since money is never a float. */
types.setTypeParser(types.builtins.INT8, parseSafeInteger)

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is too large for a number')
  return value
}
