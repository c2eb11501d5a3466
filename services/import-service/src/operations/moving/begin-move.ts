import { v7 as newId } from 'uuid'
import { selectAppliedMigrations } from '@catalog/postgres'
import type { AppliedMigration } from '@catalog/postgres'
import { findMove } from '../../catalog/storefront-moves.sql.ts'
import type { StorefrontMove } from '../../catalog/storefront-moves.sql.ts'
import { query } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'
import { findMissingMigrations } from '../../postgres/migrate.ts'
import { NotMoved } from './move-context.ts'
import type { MoveContext, Side, Sides } from './move-context.ts'
import { beginMove, countOlderTransactions, readTime } from './moves.sql.ts'
import { hasRows } from './rows.sql.ts'
import type { StorefrontTable } from './tables.sql.ts'

/** @throws NotMoved unless both sides have the schema of this command's release */
export async function compareSchemas({ source, target }: Sides): Promise<void> {
  const [here, there, missing] = await Promise.all([
    readMigrations(source),
    readMigrations(target),
    findMissingMigrations(source.database),
  ])
  if (String(here) === String(there) && missing.length === 0) return
  throw new NotMoved(
    'The schemas of the two installations and of this command are not the same. Bring all to one release.',
  )
}

async function readMigrations({ database }: Side): Promise<string[]> {
  const applied = await query<AppliedMigration>(database)({ text: selectAppliedMigrations, values: [] })
  return applied.map(({ name }) => name).toSorted()
}

/**
 * Begins a new move, which is then recorded in both databases, or finds the one that the source has recorded.
 * @throws NotMoved if the source or the target cannot take part in this move
 */
export async function beginOrContinue(
  context: MoveContext,
  storefrontId: string,
  tables: StorefrontTable[],
): Promise<StorefrontMove> {
  const { source, target, report } = context
  const known = await findMove(source.database, storefrontId)
  if (known?.state === 'incoming') {
    throw new NotMoved('The storefront is on its way to the source. End that move first, or abort it.')
  }
  // The target serves the storefront by now, and may have moved it to a third installation.
  if (known?.state === 'moved') return known
  const isNew = known === undefined || known.state === 'arrived'
  const move = isNew ? await begin(context, storefrontId, tables) : known

  const there = await findMove(target.database, storefrontId)
  if (there?.moveId === move.moveId && there.state === move.state) {
    throw new NotMoved('Source and target are one database.')
  }
  if (there?.moveId !== move.moveId && move.state === 'copying')
    await announce(context, storefrontId, tables, move)
  if ((await findMove(target.database, storefrontId))?.moveId !== move.moveId) {
    throw new NotMoved(
      'The storefront is being moved to another installation: run this with that one as the target.',
    )
  }
  report(isNew ? 'the move begins' : 'the move goes on', { state: move.state })
  return move
}

async function begin(
  context: Sides,
  storefrontId: string,
  tables: StorefrontTable[],
): Promise<StorefrontMove> {
  const { database } = context.source
  if (!(await hasAnyRows(database, tables, storefrontId))) {
    throw new NotMoved('The source has nothing of this storefront.')
  }
  await refuseUsedTarget(context, storefrontId, tables)
  const startedAt = await readTime(database)
  const move = { moveId: newId(), state: 'copying', sharesObjects: null, startedAt } as const
  if (await beginMove(database, storefrontId, move)) return move
  throw new NotMoved('Another run of this command has just begun.')
}

/** Records at the target that the storefront will arrive there. */
async function announce(
  context: Sides,
  storefrontId: string,
  tables: StorefrontTable[],
  { moveId }: StorefrontMove,
): Promise<void> {
  const { database } = context.target
  await refuseUsedTarget(context, storefrontId, tables)
  await beginMove(database, storefrontId, { moveId, state: 'incoming', startedAt: await readTime(database) })
}

async function refuseUsedTarget(
  { target }: Sides,
  storefrontId: string,
  tables: StorefrontTable[],
): Promise<void> {
  const there = await findMove(target.database, storefrontId)
  if (there && there.state !== 'moved' && there.state !== 'arrived') {
    throw new NotMoved(
      'The target takes part in another move of this storefront. End that first, or abort it.',
    )
  }
  if (await hasAnyRows(target.database, tables, storefrontId)) {
    throw new NotMoved('The target has rows of this storefront already, or is the same database.')
  }
}

async function hasAnyRows(
  database: Database,
  tables: StorefrontTable[],
  storefrontId: string,
): Promise<boolean> {
  for (const table of tables) if (await hasRows(database, table, storefrontId)) return true
  return false
}

/** Waits for all transactions that began before this call: a writer that began before the move does not know of it. */
export async function untilOlderTransactionsEnd({
  source,
  target,
  wait,
}: Pick<MoveContext, 'source' | 'target' | 'wait'>): Promise<void> {
  for (const { database } of [source, target]) {
    const time = await readTime(database)
    while ((await countOlderTransactions(database, time)) > 0) {
      await wait(200, 'for transactions that began before')
    }
  }
}
