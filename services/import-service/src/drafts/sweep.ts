import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { Database } from '../postgres/database.ts'
import {
  deleteExpiredDrafts,
  deleteExpiredKeys,
  findExpiredDrafts,
  findExpiredKeys,
  findForgettingStorefronts,
  forgetCancelled,
} from './sweep.sql.ts'

/**
 * Creates the sweep with which each upload begins; only one runs at a time. It never fails: if a server of a
 * distributed database is down, the other storefronts' uploads continue, and a later one sweeps (design.md §11).
 */
export function createSweep(
  { database, log, now }: Pick<Context, 'database' | 'log' | 'now'>,
  /** An upload waits for the sweep no longer than this. */
  longestWaitMs = 5_000,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const begin = async () => {
    try {
      await sweepExpired(database, now())
    } catch (error) {
      log.warn('expired drafts could not be deleted, the next upload tries again', { error })
    } finally {
      running = undefined
    }
  }
  return async () => {
    running ??= begin()
    await Promise.race([running, pause(longestWaitMs, undefined, { ref: false })])
  }
}

/** Deletes expired drafts and keys of all storefronts, except drafts that a confirm has locked. */
export async function sweepExpired(database: Database, now: Date): Promise<void> {
  for (const { storefrontId, draftIds } of await findExpiredDrafts(database, now)) {
    for (let start = 0; start < draftIds.length; start += draftsAtOnce) {
      const some = draftIds.slice(start, start + draftsAtOnce)
      await deleteExpiredDrafts(database, { storefrontId, draftIds: some }, now)
    }
  }
  for (const storefrontId of await findForgettingStorefronts(database, now)) {
    await forgetCancelled(database, storefrontId, now)
  }
  for (const expired of await findExpiredKeys(database, now, keysAtOnce)) {
    await deleteExpiredKeys(database, expired, now)
  }
}

/** With the maximum number of rows, 100,000 rows per statement. */
const draftsAtOnce = 20
/** More than one import adds, but bounded: deleting a day's keys of another storefront would hold up this upload. */
const keysAtOnce = 1_000
