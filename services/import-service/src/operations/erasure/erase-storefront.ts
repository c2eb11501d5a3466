import type { Knex } from 'knex'
import { claimLifetimeMs } from '@catalog/contracts'
import { isLockTimeout } from '@catalog/postgres'
import { findMove } from '../../catalog/storefront-moves.sql.ts'
import { lockStorefront, addToTotal } from '../../catalog/storefront-locks.sql.ts'
import type { Database } from '../../postgres/database.ts'
import {
  countRows,
  deleteBatch,
  deleteRunImages,
  deleteRuns,
  findStorefrontTables,
  forgetCatalogCounts,
  limitLockWait,
  lockDrafts,
  lockTable,
  mayHaveAttempted,
  moveTable,
  storefrontTables,
} from './erasure.sql.ts'
import type { StorefrontTable } from './erasure.sql.ts'

export interface ErasureContext {
  database: Database
  /** Deletes some of the storefront's objects. Returns how many; 0 if there are none. */
  eraseObjects: (storefrontId: string) => Promise<number>
  now: () => Date
  wait: (ms: number) => Promise<unknown>
  /** Called after each batch with the totals so far. */
  report: (deleted: Deleted) => void
  /**
   * Keeps the row that says where the storefront is. For a move, in which the other installation has or will have the
   * rest.
   */
  keepsMove?: true
  /** For tests: rows per batch. */
  batchLimit?: number
}

export interface Deleted {
  /** The number of rows by table. */
  rows: Record<string, number>
  objects: number
}

/** The storefront was not erased, for a reason that the operator can act on; the message is for the operator. */
export class NotErased extends Error {
  override readonly name = 'NotErased'
}

/**
 * Deletes every row and every object of the storefront; once it resolves, none is left. If it is killed, it can be run
 * again. Each batch is a transaction that holds the storefront's lock, so that no apply goes unnoticed.
 * @throws NotErased if an apply is running or a worker has an image (before anything is deleted, or later if the
 * storefront is used meanwhile), if it is being moved, has moved to an installation with the same objects or has rows
 * of an unknown table, and if rows are left or have been added
 */
export async function eraseStorefront(context: ErasureContext, storefrontId: string): Promise<Deleted> {
  const { database, eraseObjects, now, wait, report } = context
  const deleted: Deleted = { rows: {}, objects: 0 }
  const add = (table: string, count: number) => {
    if (count > 0) deleted.rows[table] = (deleted.rows[table] ?? 0) + count
    report(deleted)
  }
  const tables = context.keepsMove
    ? storefrontTables.filter((table) => table !== moveTable)
    : storefrontTables
  await refuseUnknownRows(database, storefrontId)
  if (!context.keepsMove) await refuseMoving(database, storefrontId)
  // Counted first: each batch inserts this row by locking it.
  const locks = await countRows(database, lockTable.name, storefrontId)

  const since = new Date(now().getTime() - lastWriteAfterMs)
  const attempted = await mayHaveAttempted(database, storefrontId, since)
  add('run_images', await withdrawPendingImages(context, storefrontId))
  const quietAt = now().getTime() + lastWriteAfterMs
  for (const table of tables) await deleteAll(context, table, storefrontId, add)

  if (attempted) await wait(Math.max(0, quietAt - now().getTime()))
  for (;;) {
    const objects = await eraseObjects(storefrontId)
    if (objects === 0) break
    deleted.objects += objects
    report(deleted)
  }
  await inBatch(context, storefrontId, (transaction) => deleteBatch(transaction, lockTable, storefrontId))
  add(lockTable.name, locks)
  await expectNothingLeft(context, storefrontId)
  return deleted
}

/**
 * A worker may still store a rendition after its attempt has ended: its requests to the object store are repeated for
 * up to 14 s and cannot be cancelled. None arrives this long after a claim.
 */
const lastWriteAfterMs = claimLifetimeMs + 20_000

/** Refuses rows in tables of a newer release: this command would not delete them, or they would block its deletions. */
async function refuseUnknownRows(database: Database, storefrontId: string): Promise<void> {
  const known = new Set([...storefrontTables, lockTable].map(({ name }) => name))
  const unknown = (await findStorefrontTables(database)).filter((table) => !known.has(table))
  const counts = await countEach(database, unknown, storefrontId)
  if (counts.length === 0) return
  throw new NotErased(
    `Nothing was deleted: this command does not know ${counts.join(', ')}. Use that of the newest release.`,
  )
}

async function refuseMoving(database: Database, storefrontId: string): Promise<void> {
  const move = await findMove(database, storefrontId)
  if (move?.state === 'moved' && move.sharesObjects === true) {
    throw new NotErased(
      'Nothing was deleted: the storefront has moved to another installation with the same bucket, which serves its ' +
        'objects. Erase it there.',
    )
  }
  if (move === undefined || move.state === 'moved' || move.state === 'arrived') return
  throw new NotErased(
    'Nothing was deleted: the storefront is being moved. End the move, or abort it, then run this again.',
  )
}

/**
 * Deletes pending images and checks for claims in one transaction, so that no claim can follow unless images are
 * requested again. Only running imports have pending images, so there are never very many.
 */
async function withdrawPendingImages(context: ErasureContext, storefrontId: string): Promise<number> {
  return await inBatch(context, storefrontId, async (transaction) => {
    const images = await deleteRunImages(transaction, storefrontId, {
      isPending: true,
      limit: null,
      now: context.now(),
    })
    refuseInHand(images.inHandUntil, 'Nothing was deleted')
    return images.deleted
  })
}

async function deleteAll(
  context: ErasureContext,
  table: StorefrontTable,
  storefrontId: string,
  add: (table: string, count: number) => void,
): Promise<void> {
  const maxLimit = context.batchLimit ?? table.limit
  let limit = Math.min(maxLimit, firstLimit)
  for (;;) {
    const startedMs = performance.now()
    const batch = { ...table, limit }
    const count = await inBatch(context, storefrontId, async (transaction) => {
      if (table.name === 'run_images')
        return await deleteSettledImages(context, transaction, batch, storefrontId)
      if (table.name === 'import_runs')
        return await deleteCountedRuns(context, transaction, batch, storefrontId)
      if (table.isOfDraft) await lockDrafts(transaction, storefrontId)
      return await deleteBatch(transaction, batch, storefrontId)
    })
    add(table.name, count)
    if (count < limit) return
    const tookMs = performance.now() - startedMs
    if (tookMs < 1_000) limit = Math.min(2 * limit, maxLimit)
    else if (tookMs > 3_000) limit = Math.ceil(limit / 2)
  }
}

/**
 * Rows in a table's first batch, because a row can take long: deleting an image searches all variants of the
 * storefront, including deleted ones, as no index covers that.
 */
const firstLimit = 100

/** Some images may have been requested again meanwhile. */
async function deleteSettledImages(
  { now }: ErasureContext,
  transaction: Knex.Transaction,
  { limit }: StorefrontTable,
  storefrontId: string,
): Promise<number> {
  const images = await deleteRunImages(transaction, storefrontId, { isPending: false, limit, now: now() })
  refuseInHand(images.inHandUntil, 'The storefront is in use, and a part of it is deleted')
  return images.deleted
}

async function deleteCountedRuns(
  { now }: ErasureContext,
  transaction: Knex.Transaction,
  { limit }: StorefrontTable,
  storefrontId: string,
): Promise<number> {
  const { deleted, counted } = await deleteRuns(transaction, storefrontId, limit)
  await addToTotal(transaction, -counted, now())
  return deleted
}

function refuseInHand(until: Date | null, what: string): void {
  if (until === null) return
  throw new NotErased(
    `${what}: a worker has an image of the storefront in hand, until ${until.toISOString()} at the latest. ` +
      'Run this again once its imports have their images.',
  )
}

/**
 * Runs `work` in a short transaction that holds the storefront's lock.
 * @throws NotErased if an apply holds it
 */
async function inBatch(
  { database, now }: ErasureContext,
  storefrontId: string,
  work: (transaction: Knex.Transaction) => Promise<number>,
): Promise<number> {
  return await database.transaction(async (transaction) => {
    // Not `nowait`: during a storefront's first apply, its lock row is not visible yet and can only be waited for.
    await limitLockWait(transaction, 'short')
    try {
      await lockStorefront(transaction, storefrontId, now())
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      throw new NotErased('An import of the storefront is being applied. Run this again in a minute.', {
        cause: error,
      })
    }
    await limitLockWait(transaction, 'none')
    await forgetCatalogCounts(transaction, storefrontId)
    return await work(transaction)
  })
}

/**
 * Checks all tables, not only those that were emptied.
 * @throws NotErased if there are rows
 */
async function expectNothingLeft(
  { database, keepsMove }: ErasureContext,
  storefrontId: string,
): Promise<void> {
  const tables = (await findStorefrontTables(database)).filter(
    (table) => !keepsMove || table !== moveTable.name,
  )
  const left = await countEach(database, tables, storefrontId)
  if (left.length === 0) return
  throw new NotErased(
    `There are rows again: ${left.join(', ')}. The storefront is in use: see that nobody has a token for it, ` +
      'then run this again.',
  )
}

/** The tables that have rows, as in `3 in products`. */
async function countEach(
  database: Database,
  tables: readonly string[],
  storefrontId: string,
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const count = await countRows(database, table, storefrontId)
    if (count > 0) found.push(`${count} in ${table}`)
  }
  return found
}
