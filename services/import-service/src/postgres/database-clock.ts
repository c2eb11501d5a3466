import { setTimeout as pause } from 'node:timers/promises'
import { queryOne, sql } from './database.ts'
import type { Database } from './database.ts'

export interface DatabaseClock extends AsyncDisposable {
  now(): Date
}

/** In milliseconds. An answer that took longer says little about the time at which it comes. */
const slowAnswerMs = 1_000

/**
 * The time of the database, which all replicas share: by the clocks of their nodes, one would take claims for expired that
 * another has just granted. Asked at the start, and again every ten seconds; in between it goes by a clock that setting the
 * node's time does not move. @throws where the database cannot be asked at the start
 */
export async function startDatabaseClock(database: Database, everyMs = 10_000): Promise<DatabaseClock> {
  let { offsetMs } = await measure(database)
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
      // Where it cannot be asked, nothing is claimed either.
      const measured = await measure(database).catch(() => undefined)
      if (measured !== undefined && measured.tookMs < slowAnswerMs) offsetMs = measured.offsetMs
    }
  }
}

/** What the database's time is ahead of `performance.now()`. */
async function measure(database: Database): Promise<{ offsetMs: number; tookMs: number }> {
  const askedAt = performance.now()
  const { time } = await queryOne<{ time: number }>(
    database,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  )
  const tookMs = performance.now() - askedAt
  return { offsetMs: time - (askedAt + tookMs / 2), tookMs }
}
