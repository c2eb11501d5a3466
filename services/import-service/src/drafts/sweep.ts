import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Database } from '../postgres/database.ts'
import { deleteExpiredDrafts, deleteExpiredCancellations } from './write-drafts.sql.ts'
import { deleteExpiredKeys, findExpiredKeys } from './idempotency-keys.sql.ts'
import { findExpiredDrafts, findExpiredCancellations } from './drafts.sql.ts'

/**
 * Creates the sweep with which each upload begins; only one runs at a time. Its caller waits for the first of what has
 * expired, but neither for more than that nor for a sweep that runs already, so that no storefront's drafts hold up the
 * uploads of others. It never fails: if a server of a distributed database is down, the other storefronts' uploads
 * continue, and a later one sweeps (design.md §11).
 */
export function createSweep(
  { database, log, now }: Pick<Context, 'database' | 'log' | 'now'>,
  /** In milliseconds. */
  longestWaitMs = 1_000,
): () => Promise<void> {
  let isRunning = false
  const sweepRest = async (first: Promise<boolean>) => {
    try {
      for (let isMore = await first; isMore;) isMore = await sweepSome(database, now())
    } catch (error) {
      log.warn('expired drafts could not be deleted, the next upload tries again', { error })
    } finally {
      isRunning = false
    }
  }
  return async () => {
    if (isRunning) return
    isRunning = true
    const first = sweepSome(database, now())
    const ended = sweepRest(first)
    await Promise.race([first.catch(() => ended), pause(longestWaitMs, undefined, { ref: false })])
  }
}

/**
 * Deletes the first expired drafts and keys of all storefronts, except drafts that a confirm has locked. Returns whether
 * there may be more.
 */
export async function sweepSome(database: Database, now: Date): Promise<boolean> {
  let deleted = 0
  const drafts = await findExpiredDrafts(database, now, { drafts: draftsAtOnce, bytes: bytesAtOnce })
  for (const expired of drafts) deleted += await deleteExpiredDrafts(database, expired, now)
  const cancelled = await findExpiredCancellations(database, now, keysAtOnce)
  for (const expired of cancelled) deleted += await deleteExpiredCancellations(database, expired, now)
  const keys = await findExpiredKeys(database, now, keysAtOnce)
  for (const expired of keys) deleted += await deleteExpiredKeys(database, expired, now)
  const isMore =
    drafts.some(({ areMore }) => areMore) ||
    sumOf(cancelled, ({ draftIds }) => draftIds.length) === keysAtOnce ||
    sumOf(keys, (expired) => expired.keys) === keysAtOnce
  // If all of them are locked, a later upload tries again.
  return isMore && deleted > 0
}

function sumOf<Item>(items: Item[], count: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + count(item), 0)
}

const draftsAtOnce = 20
const bytesAtOnce = 4 * 1024 * 1024
/** More than one import adds. */
const keysAtOnce = 1_000
