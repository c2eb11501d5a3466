import { setTimeout as pause } from 'node:timers/promises'
import { explainRefusal } from '@catalog/postgres'
import { queryOne } from './database.ts'
import type { Database } from './database.ts'

export interface DatabaseClock extends AsyncDisposable {
  now(): Date
}

/** In milliseconds. After a slower answer, the time in it is too inaccurate. */
const slowAnswerMs = 1_000

/**
 * The database's time, which all replicas share: by its own clock, a replica could take claims for expired that another
 * has just granted. Queried at startup and every ten seconds; in between it advances with a monotonic clock, which
 * setting the node's time does not affect.
 * @throws if the database cannot be queried at startup
 */
export async function startDatabaseClock(database: Database, everyMs = 10_000): Promise<DatabaseClock> {
  let { offsetMs } = await measure(database).catch(explainRefusal)
  const ended = new AbortController()
  const followed = follow()
  return {
    now: () => new Date(performance.now() + offsetMs),
    async [Symbol.asyncDispose]() {
      ended.abort()
      await followed
    },
  }

  async function follow(): Promise<void> {
    for (;;) {
      const isOver = await pause(everyMs, false, { signal: ended.signal }).catch(() => true)
      if (isOver) return
      // If the database cannot be queried, no claims are granted either.
      const measured = await measure(database).catch(() => undefined)
      if (measured !== undefined && measured.tookMs < slowAnswerMs) offsetMs = measured.offsetMs
    }
  }
}

/** Milliseconds by which the database's time is ahead of `performance.now()`. */
async function measure(database: Database): Promise<{ offsetMs: number; tookMs: number }> {
  const askedAt = performance.now()
  const { time } = await queryOne<{ time: number }>(database)`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`
  const tookMs = performance.now() - askedAt
  return { offsetMs: time - (askedAt + tookMs / 2), tookMs }
}
