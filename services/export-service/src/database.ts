import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { ServiceError } from '@catalog/contracts'
import { isUnavailable, selectAppliedMigrations } from '@catalog/postgres'
import type { AppliedMigration } from '@catalog/postgres'
import { FairQueue } from '@catalog/runtime'
import type { Refusal } from '@catalog/runtime'

export interface Database extends AsyncDisposable {
  /**
   * Waits in the fair queue for a connection, until the signal is aborted. @throws ServiceError `rate_limited` where the
   * storefront has its share of them and none of those ends in time; `unavailable` where there is none in time.
   */
  connect(storefrontId: string, signal?: AbortSignal): Promise<Session>
  isReachable(): Promise<boolean>
  /** The migrations that the database has. @throws where it cannot be asked, or was never migrated */
  readSchema(): Promise<AppliedMigration[]>
}

export interface Session {
  client: PoolClient
  /** To be called once; what is `broken`, or in the middle of something, is closed. */
  release: (broken?: boolean) => void
}

export interface DatabaseOptions {
  /** Told when a connection breaks; the query that ran on it is rejected besides. */
  onConnectionLost: (error: Error) => void
  /** One connection for each export that runs, at most. */
  maxConnections?: number
  /** Until a connection is there. */
  connectTimeoutMs?: number
  /** How long a caller waits in the fair queue. */
  waitMs?: number
}

/**
 * A pool of connections that cannot write, whatever the role may do; connects when first used. Storefronts are queued
 * fairly: as many as one has stay free for others.
 */
export function connectDatabase(
  url: string,
  { onConnectionLost, maxConnections = 8, connectTimeoutMs = 5_000, waitMs = 20_000 }: DatabaseOptions,
): Database {
  const shared = {
    connectionString: url,
    application_name: 'export-service',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 30_000,
    options: sessionOptions,
  }
  const pool = new Pool({ ...shared, max: maxConnections })
  // One of its own: with all of the pool at work the service is busy, not broken.
  const probe = new Pool({ ...shared, max: 1 })
  for (const each of [pool, probe]) {
    each.on('connect', (client) => client.on('error', onConnectionLost))
    // The client of an idle connection has reported it already; without a listener here it would end the process.
    each.on('error', () => undefined)
  }

  const queue = new FairQueue({ slots: maxConnections, maxWaiting: 64, waitMs }, busy)

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
    isReachable: () =>
      probe.query('select 1').then(
        () => true,
        () => false,
      ),
    readSchema: async () => (await probe.query<AppliedMigration>(selectAppliedMigrations)).rows,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([pool.end(), probe.end()])
    },
  }
}

/**
 * No limit between two batches: a slow reader gets all of the export, and the gateway disconnects one that takes nothing. Of
 * a process that vanishes with its machine the server learns within two minutes; until then its snapshot keeps the
 * database from cleaning up.
 */
const sessionOptions = Object.entries({
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: 0,
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Throws `unavailable` for an error that another try may not meet, and any other as it is. */
export function rejectWhereUnavailable(error: unknown): never {
  throw isUnavailable(error) ? unavailable(error) : error
}

function busy({ retryAfterS, isOwnShare }: Refusal): ServiceError {
  return isOwnShare
    ? new ServiceError(
        'rate_limited',
        `Other exports of this storefront are still running. Try again in ${retryAfterS} s.`,
        { retryAfterS },
      )
    : new ServiceError(
        'unavailable',
        `Too many exports are running at the moment. Try again in ${retryAfterS} s.`,
        { retryAfterS },
      )
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The catalog cannot be read at the moment. Try again in a few seconds.',
    { cause, retryAfterS: 5 },
  )
}
