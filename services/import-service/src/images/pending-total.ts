import type { Context } from '../context.ts'
import { createLoop } from '../loop.ts'
import type { Loop } from '../loop.ts'
import { addToTotal } from '../catalog/storefront-locks.sql.ts'
import { markCounted } from '../runs/write-runs.sql.ts'
import { findUncounted } from './pending-total.sql.ts'

const lookEveryMs = 10_000
/**
 * Up to this many runs stay uncounted: reading so many rows is cheap for the gauges, and the images of most runs are
 * settled before there are more.
 */
const keptUncounted = 200
/** The most runs that one pass counts. */
const countedAtOnce = 1_000

type CountingContext = Pick<Context, 'database' | 'log' | 'now'>

/** Keeps the number of rows small that the gauges read, for the life of the process. */
export function startCountingPending(context: CountingContext): Loop {
  return createLoop(
    lookEveryMs,
    () => countPending(context),
    (error) => context.log.warn('pending images could not be counted, will be tried again', { error }),
  )
}

/**
 * Adds uncounted pending images to the total, one storefront at a time, if more than `atMost` runs are uncounted. The
 * gauges' values do not change. Any number of replicas may run this at once.
 */
export async function countPending(
  { database, now }: Omit<CountingContext, 'log'>,
  atMost = keptUncounted,
): Promise<void> {
  const storefrontIds = await findUncounted(database, countedAtOnce)
  if (storefrontIds.length <= atMost) return
  for (const storefrontId of new Set(storefrontIds)) {
    await database.transaction(async (transaction) => {
      await addToTotal(transaction, await markCounted(transaction, storefrontId), now())
    })
  }
}
