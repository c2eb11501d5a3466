import { Pool } from 'pg'
import type { ClientBase, PoolClient } from 'pg'
import { ServiceError } from '@catalog/contracts'
import {
  explainRefusal,
  isUnavailable,
  requireSettings,
  selectAppliedMigrations,
  startupOptions,
} from '@catalog/postgres'
import type { AppliedMigration, SessionSource } from '@catalog/postgres'
import { FairQueue } from '@catalog/runtime'
import type { Refusal } from '@catalog/runtime'

export interface Database extends AsyncDisposable {
  /**
   * Waits in the fair queue for a connection, until the signal is aborted.
   * @throws ServiceError `rate_limited` if the storefront has its share of connections and none of them is freed in
   * time; `unavailable` if no connection is free in time
   */
  connect(storefrontId: string, signal?: AbortSignal): Promise<Session>
  /** Whether a storefront waits that has no connection. */
  isAnyoneKeptOut(): boolean
  isReachable(): Promise<boolean>
  /**
   * The applied migrations.
   * @throws if the database cannot be queried, or was never migrated
   */
  readSchema(): Promise<AppliedMigration[]>
}

export interface Session {
  client: PoolClient
  /** To be called once; closes the connection if it is `broken` or in the middle of something. */
  release: (broken?: boolean) => void
}

export interface DatabaseOptions extends Partial<SessionSource> {
  /** Called when a connection breaks; the current query on it is rejected as well. */
  onConnectionLost: (error: Error) => void
  /** Connections at most, one for each running export. */
  maxConnections?: number
  /** Limit for connecting, in milliseconds. */
  connectTimeoutMs?: number
  /** How long a caller waits in the fair queue, in milliseconds. */
  waitMs?: number
  /** What it is for, as an error says it. */
  what?: string
}

/**
 * A pool of connections that cannot write, whatever the role may do; connects on first use. Storefronts are queued
 * fairly: as many connections as one uses stay free for others.
 */
export function connectDatabase(
  url: string,
  {
    onConnectionLost,
    maxConnections = 8,
    connectTimeoutMs = 5_000,
    waitMs = 20_000,
    what = 'exports',
    settingsFrom = 'connection',
    schema = 'public',
  }: DatabaseOptions,
): Database {
  const settings = { ...sessionSettings, search_path: schema }
  const shared = {
    connectionString: url,
    application_name: 'export-service',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // Without the delay, the loss of the network would be noticed after two hours; with it, after 15 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    ...startupOptions({ ...settings, ...keepAlives }, { settingsFrom }),
    onConnect: (client: ClientBase) => requireSettings(client, settings, { settingsFrom }),
  }
  const pool = new Pool({ ...shared, max: maxConnections })
  // A separate connection: if all of the pool are in use, the service is busy, not broken.
  const probe = new Pool({ ...shared, max: 1 })
  for (const each of [pool, probe]) {
    each.on('connect', (client) => client.on('error', onConnectionLost))
    // The client of an idle connection has already reported the error; without a listener here, it would end the
    // process.
    each.on('error', () => undefined)
  }

  const queue = new FairQueue({ slots: maxConnections, maxWaiting: 64, waitMs }, (refusal) =>
    busy(refusal, what),
  )

  return {
    connect(storefrontId, signal) {
      const session = Promise.withResolvers<Session>()
      const held = queue.run({ key: storefrontId, cost: 1, ...(signal && { signal }) }, async () => {
        const client = await pool.connect()
        const released = Promise.withResolvers<void>()
        const release = (broken?: boolean) => {
          client.release(broken)
          released.resolve()
        }
        session.resolve({ client, release })
        await released.promise
      })
      held.catch((error: unknown) =>
        session.reject(error instanceof ServiceError ? error : unavailable(error)),
      )
      return session.promise
    },
    isAnyoneKeptOut: () => queue.isAnyoneKeptOut(),
    isReachable: () =>
      probe.query('select 1').then(
        () => true,
        () => false,
      ),
    readSchema: async () =>
      (await probe.query<AppliedMigration>(selectAppliedMigrations).catch(explainRefusal)).rows,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([pool.end(), probe.end()])
    },
  }
}

/**
 * No time limit between two batches: a slow reader gets the whole export, and the gateway disconnects one that reads
 * nothing. Without sorts, the planner reads by an index whatever the statistics say, so that the first row is returned
 * at once.
 */
const sessionSettings = {
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: 0,
  statement_timeout: 30_000,
  enable_sort: 'off',
  jit: 'off',
}

/**
 * The server notices within two minutes if a process disappears with its machine; until then, its snapshot keeps the
 * database from cleaning up. Behind a pooler, that is the pooler's part.
 */
const keepAlives = { tcp_keepalives_idle: 60, tcp_keepalives_interval: 10, tcp_keepalives_count: 6 }

/** Throws `unavailable` for an error that a retry may not meet, and any other error unchanged. */
export function rejectWhereUnavailable(error: unknown): never {
  throw isUnavailable(error) ? unavailable(error) : error
}

function busy({ retryAfterS, isOwnShare }: Refusal, what: string): ServiceError {
  return isOwnShare
    ? new ServiceError(
        'rate_limited',
        `Other ${what} of this storefront are still running. Try again in ${retryAfterS} s.`,
        { retryAfterS },
      )
    : new ServiceError(
        'unavailable',
        `Too many ${what} are running at the moment. Try again in ${retryAfterS} s.`,
        { retryAfterS },
      )
}

/** @throws ServiceError unavailable if the storefront is in another installation, or not all here yet */
export function requireHere(isElsewhere: boolean): void {
  if (!isElsewhere) return
  throw new ServiceError(
    'unavailable',
    'The storefront is being moved to other servers. Try again shortly.',
    { retryAfterS: 1 },
  )
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The catalog cannot be read at the moment. Try again in a few seconds.',
    { cause, retryAfterS: 5 },
  )
}
