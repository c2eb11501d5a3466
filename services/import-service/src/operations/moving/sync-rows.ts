import type { Knex } from 'knex'
import { addToTotal } from '../../catalog/storefront-locks.sql.ts'
import { preferIndexes } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'
import { readTime } from './moves.sql.ts'
import { deleteRows, digestPage, digestRange, insertRows, readHashes, readRows } from './rows.sql.ts'
import type { Digest, Key, Range } from './rows.sql.ts'
import type { StorefrontTable } from './tables.sql.ts'

export interface SyncContext {
  source: Database
  target: Database
  tables: StorefrontTable[]
  /** Called at the start of each transaction that writes at the target. Throws to end the work. */
  hold: (transaction: Knex.Transaction) => Promise<void>
  /** Called with rows before they are inserted at the target. */
  beforeInsert: (table: string, rows: readonly string[]) => Promise<void>
  /** Called after each range of rows. */
  report: (progress: Synced) => void
}

export interface Synced {
  /** The numbers of rows that were compared, and that were inserted and deleted at the target. */
  compared: number
  inserted: number
  deleted: number
}

/** Rows compared at a time. */
const pageRows = 1_000
/** Rows copied at a time: usually a few hundred bytes each; large ones up to 20 MB. */
const copiedAtOnce = { usual: 200, large: 4 }

/**
 * Makes the storefront's rows at the target equal to those of one snapshot of the source, and compares what it has
 * written. Writes nothing if nothing differs; can be run again if it ended early.
 * @throws RowsDiffer if another process has written at the target meanwhile
 */
export async function syncRows(context: SyncContext, storefrontId: string): Promise<Synced> {
  const synced: Synced = { compared: 0, inserted: 0, deleted: 0 }
  await context.source.transaction(
    async (snapshot) => {
      await preferIndexes(snapshot)
      for (const table of context.tables) {
        await syncTable({ ...context, snapshot, table, storefrontId, synced })
      }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
  return synced
}

/** A row at the target differs from what was written. */
export class RowsDiffer extends Error {
  override readonly name = 'RowsDiffer'
  constructor(table: string) {
    super(`rows of ${table} are not the same at the target`)
  }
}

interface TableContext extends SyncContext {
  snapshot: Knex.Transaction
  table: StorefrontTable
  storefrontId: string
  synced: Synced
}

/**
 * Deletes everything that differs in the whole table before it inserts anything, because a unique value may move from
 * one row to another.
 */
async function syncTable(context: TableContext): Promise<void> {
  const different = await inTarget(context, (transaction) => deleteDifferent(context, transaction))
  for (const range of different) await fill(context, range)
}

async function inTarget<Result>(
  { target, hold }: TableContext,
  work: (transaction: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return await target.transaction(async (transaction) => {
    await hold(transaction)
    await preferIndexes(transaction)
    return await work(transaction)
  })
}

/**
 * Deletes the rows at the target that the source does not have with the same values. Returns the ranges that need
 * inserts.
 */
async function deleteDifferent(context: TableContext, target: Knex.Transaction): Promise<Range[]> {
  const { snapshot, table, storefrontId, synced, report } = context
  const different: Range[] = []
  let counted = 0
  for (let after: Key | null = null; ;) {
    const page: Digest & { last: Key | null } = await digestPage(snapshot, table, storefrontId, {
      after,
      limit: pageRows,
    })
    const range: Range = { after, upTo: page.count < pageRows ? null : page.last }
    const there = await digestRange(target, table, storefrontId, range)
    if (!isSame(page, there)) {
      if (page.count > 0) different.push(range)
      if (there.count > 0) {
        const gone = await deleteRows(
          target,
          table,
          storefrontId,
          await findDifferent(context, target, range),
        )
        synced.deleted += gone.deleted
        counted += gone.counted
      }
    }
    synced.compared += page.count
    report(synced)
    if (range.upTo === null) break
    after = range.upTo
  }
  await addToTotal(target, -counted, await readTime(target))
  return different
}

async function findDifferent(
  { snapshot, table, storefrontId }: TableContext,
  target: Knex.Transaction,
  range: Range,
): Promise<Key[]> {
  const here = await readHashes(snapshot, table, storefrontId, range)
  const there = await readHashes(target, table, storefrontId, range)
  return [...there].filter(([key, hash]) => here.get(key) !== hash).map(([key]) => toKey(key))
}

/** Inserts the rows that the target lacks. */
async function fill(context: TableContext, range: Range): Promise<void> {
  const { snapshot, table, storefrontId, synced, beforeInsert, report } = context
  const here = await readHashes(snapshot, table, storefrontId, range)
  const there = await inTarget(context, (target) => readHashes(target, table, storefrontId, range))
  const missing = [...here.keys()].filter((key) => !there.has(key)).map(toKey)
  const atOnce = table.isLarge ? copiedAtOnce.large : copiedAtOnce.usual
  for (let start = 0; start < missing.length; start += atOnce) {
    const rows = await readRows(snapshot, table, storefrontId, missing.slice(start, start + atOnce))
    await beforeInsert(table.name, rows)
    await inTarget(context, (target) => insertRows(target, table, storefrontId, rows))
    synced.inserted += rows.length
    report(synced)
  }
  const [from, to] = await Promise.all([
    digestRange(snapshot, table, storefrontId, range),
    inTarget(context, (target) => digestRange(target, table, storefrontId, range)),
  ])
  if (!isSame(from, to)) throw new RowsDiffer(table.name)
}

function isSame(one: Digest, other: Digest): boolean {
  return one.count === other.count && one.sum === other.sum
}

function toKey(text: string): Key {
  const key: string[] = JSON.parse(text)
  return key
}
