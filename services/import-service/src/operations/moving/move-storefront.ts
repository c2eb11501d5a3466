import { v7 as newId } from 'uuid'
import { findMove } from '../../catalog/storefront-moves.sql.ts'
import type { MoveState } from '../../catalog/storefront-moves.sql.ts'
import { eraseStorefront } from '../erasure/erase-storefront.ts'
import { holdImages, releaseImages } from '../../runs/write-run-images.sql.ts'
import { lockOutbox } from '../../images/outbox.sql.ts'
import type { Database } from '../../postgres/database.ts'
import { beginOrContinue, compareSchemas, untilOlderTransactionsEnd } from './begin-move.ts'
import { createCopy } from './copy-storefront.ts'
import { NotMoved } from './move-context.ts'
import type { MoveContext, Side } from './move-context.ts'
import { changeMove, hasUnreportedRuns, readTime, removeMove, takeOver } from './moves.sql.ts'
import { findTables } from './tables.sql.ts'

/**
 * Moves every row and every object of the storefront from the source to the target; both serve other storefronts
 * meanwhile (docs/adr/0010-moving-a-storefront.md). Both databases record its progress: if it is killed, it can be run
 * again with the same arguments.
 * @throws NotMoved
 */
export async function moveStorefront(context: MoveContext, storefrontId: string): Promise<void> {
  const { source, target, switchRequests, report } = context
  await compareSchemas(context)
  const tables = await findTables(source.database)
  const { state: reached, ...move } = await beginOrContinue(context, storefrontId, tables)
  const { moveId } = move
  let state = reached
  const change = async (from: MoveState, to: MoveState) => {
    if (await changeMove(source.database, storefrontId, { moveId, from: [from], to })) return to
    throw new NotMoved('Another run of this command has gone on with the move, or aborted it.')
  }
  const copy = createCopy(context, storefrontId, tables, move)
  if (state !== 'moved') await copy.takeOver()

  if (state === 'copying') {
    await untilOlderTransactionsEnd(context)
    await copy.whileServing()
    state = await change('copying', 'frozen')
  }
  const frozenMs = performance.now()
  if (state === 'frozen') {
    report('writes wait')
    await holdAll(source.database, storefrontId)
    await copy.last()
    // After this the move cannot be aborted.
    state = await change('frozen', 'switching')
  }
  if (state === 'switching') {
    const there = await findMove(target.database, storefrontId)
    if (there?.state === 'incoming') {
      // This continues a killed run; before that was killed, another one may have taken over.
      if (reached === 'switching') await copy.last()
      await arrive(target.database, storefrontId, { moveId, runner: copy.runner })
    }
    await switchRequests()
    report('requests go to the target', { writes_waited_ms: Math.round(performance.now() - frozenMs) })
    await change('switching', 'moved')
  }
  await deleteAtSource(context, storefrontId)
}

/**
 * Ends a move that has not switched, and leaves the source as it was before.
 * @throws NotMoved if it has switched or there is none
 */
export async function abortMove(context: MoveContext, storefrontId: string): Promise<void> {
  const { source, target, report } = context
  const here = await findMove(source.database, storefrontId)
  if (here === undefined || here.state === 'arrived' || here.state === 'incoming') {
    throw new NotMoved('The storefront is not being moved from the source.')
  }
  const { moveId, sharesObjects } = here
  const isBack = await source.database.transaction(async (transaction) => {
    const has = await changeMove(transaction, storefrontId, {
      moveId,
      from: ['copying', 'frozen'],
      to: 'copying',
    })
    if (has) await releaseImages(transaction, storefrontId, await readTime(transaction))
    return has
  })
  if (!isBack) throw new NotMoved('The storefront is at the target already: run this without --abort.')
  report('writes go on at the source')
  const there = await findMove(target.database, storefrontId)
  if (there?.moveId === moveId && there.state === 'incoming') {
    await takeOver(target.database, storefrontId, { moveId, runner: newId() })
    // No wait is needed: no worker has had an image of the storefront there.
    const now = { ...context, wait: () => Promise.resolve() }
    await erase(now, target, storefrontId, sharesObjects)
    await removeMove(target.database, storefrontId, moveId)
  }
  await removeMove(source.database, storefrontId, moveId)
}

async function holdAll(database: Database, storefrontId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockOutbox(transaction)
    await holdImages(transaction, storefrontId)
  })
}

/** From now on the target serves the storefront. */
async function arrive(
  database: Database,
  storefrontId: string,
  { moveId, runner }: { moveId: string; runner: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const change = { moveId, from: ['incoming'], to: 'arrived', runner } as const
    if (!(await changeMove(transaction, storefrontId, change))) {
      throw new NotMoved('Another run of this command has taken over.')
    }
    await releaseImages(transaction, storefrontId, await readTime(transaction))
  })
}

async function deleteAtSource(context: MoveContext, storefrontId: string): Promise<void> {
  const { source, wait, report } = context
  for (let waitedMs = 0; await hasUnreportedRuns(source.database, storefrontId); waitedMs += 1_000) {
    if (waitedMs >= 60_000) {
      throw new NotMoved(
        'A completed run is still to be reported by the source, and nothing was deleted there. See that its ' +
          'import-service runs, then run this again.',
      )
    }
    await wait(1_000, 'for the source to report a completed run')
  }
  const move = await findMove(source.database, storefrontId)
  report('deleting at the source')
  await erase(context, source, storefrontId, move?.sharesObjects ?? null)
}

async function erase(
  { wait, report }: Pick<MoveContext, 'wait' | 'report'>,
  { database, objects }: Side,
  storefrontId: string,
  sharesObjects: boolean | null,
): Promise<void> {
  const begun = { time: (await readTime(database)).getTime(), ms: performance.now() }
  // Objects that the other installation also uses must never be deleted.
  const areApart = sharesObjects === false
  const erasure = {
    database,
    keepsMove: true,
    eraseObjects: async () => (areApart ? await objects.erase() : 0),
    now: () => new Date(begun.time + performance.now() - begun.ms),
    wait: async (ms: number) => {
      if (areApart) await wait(ms, 'for what an attempt at an image may still store')
    },
    report: (deleted: object) => report('deleting', { ...deleted }),
  } as const
  await eraseStorefront(erasure, storefrontId)
}
