import { v7 as newId } from 'uuid'
import type { Knex } from 'knex'
import { shareMove } from '../../catalog/storefront-moves.sql.ts'
import type { StorefrontMove } from '../../catalog/storefront-moves.sql.ts'
import { copyEach, copyMissing, findSharing, ForeignObjects } from './copy-objects.ts'
import type { Rendition } from './copy-objects.ts'
import { NotMoved } from './move-context.ts'
import type { MoveContext } from './move-context.ts'
import { keepSharing, takeOver } from './moves.sql.ts'
import { RowsDiffer, syncRows } from './sync-rows.ts'
import type { Synced } from './sync-rows.ts'
import type { StorefrontTable } from './tables.sql.ts'

export interface Copy {
  /** The id of this run of the command, as stored at the target. */
  runner: string
  /** From now on, another run of the command that is still going on can no longer write at the target. */
  takeOver: () => Promise<void>
  /** Copies while the source serves the storefront, until little is left. */
  whileServing: () => Promise<void>
  /** Copies the rest. Call once nothing changes at the source any more; then the target is complete. */
  last: () => Promise<void>
}

/** The most rows that may be left to copy while writes wait. */
const fewRows = 500
const mostPasses = 10
/** The target's own sweep may delete an expired row during the copy, which is then repeated. */
const mostAttempts = 3
/** Milliseconds by which the clocks of two processes may differ. */
const marginMs = 60_000

export function createCopy(
  { source, target, report }: MoveContext,
  storefrontId: string,
  tables: StorefrontTable[],
  move: Omit<StorefrontMove, 'state'>,
): Copy {
  const { moveId, startedAt } = move
  const runner = newId()
  let { sharesObjects } = move
  let objects = 0
  const objectStores = { source: source.objects, target: target.objects }
  const freshSince = new Date(startedAt.getTime() - marginMs)

  /**
   * Whether the object stores are separate. Decided before any object is copied; a shared store must never be copied to
   * itself.
   */
  const areApart = async () => {
    if (sharesObjects === null) {
      sharesObjects = await decideSharing(objectStores)
      if (sharesObjects !== null) await keepSharing(source.database, storefrontId, sharesObjects)
    }
    return sharesObjects === false
  }
  const hold = async (transaction: Knex.Transaction) => {
    const held = await shareMove(transaction, storefrontId)
    if (held?.state !== 'incoming' || held.runner !== runner) {
      throw new NotMoved('Another run of this command has taken over.')
    }
  }
  const sync = async (step: string): Promise<Synced> => {
    const context = {
      source: source.database,
      target: target.database,
      tables,
      hold,
      /**
       * Copies the objects of recently fetched images before their rows are inserted, so that an image at the target
       * always has its current objects.
       */
      async beforeInsert(table: string, rows: readonly string[]) {
        if (table !== 'run_images') return
        const fresh = rows.flatMap((row) => freshRenditions(row, freshSince))
        if (fresh.length > 0 && (await areApart())) objects += await copyEach(objectStores, fresh)
      },
      report: (synced: Synced) => report(step, { ...synced, objects }),
    }
    return await syncRows(context, storefrontId)
  }
  return {
    runner,
    takeOver: () => takeOver(target.database, storefrontId, { moveId, runner }),
    async whileServing() {
      if (await areApart()) {
        objects += await copyMissing({
          ...objectStores,
          report: (copied) => report('copying', { objects: copied }),
        })
      }
      for (let pass = 1; pass <= mostPasses; pass += 1) {
        const { inserted, deleted } = await sync('copying')
        if (inserted + deleted <= fewRows) return
      }
    },
    async last() {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return void (await sync('copying the last'))
        } catch (error) {
          if (!(error instanceof RowsDiffer) || attempt === mostAttempts) throw error
        }
      }
    },
  }
}

/** @throws NotMoved if the target has objects of its own */
async function decideSharing(stores: Parameters<typeof findSharing>[0]): Promise<boolean | null> {
  try {
    return await findSharing(stores)
  } catch (error) {
    if (!(error instanceof ForeignObjects)) throw error
    throw new NotMoved(
      'The target has objects of this storefront that are not those of the source. Abort the move, erase the ' +
        'storefront at the target, then begin again.',
      { cause: error },
    )
  }
}

interface ImageRow {
  image_id: string
  renditions: Rendition['rendition'][]
  settled_at: string | null
}

/**
 * The renditions of an image that was fetched since `since`: earlier copies of its objects may be missing or outdated.
 */
function freshRenditions(text: string, since: Date): Rendition[] {
  const row: ImageRow = JSON.parse(text)
  // While it is fetched again, it has renditions and is not settled.
  if (row.settled_at !== null && new Date(row.settled_at) < since) return []
  return row.renditions.map((rendition) => ({ imageId: row.image_id, rendition }))
}
