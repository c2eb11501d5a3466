import type { Context } from '../context.ts'
import { createLoop } from '../loop.ts'
import type { Loop } from '../loop.ts'
import { addUncounted, findUncounted } from './pending-total.sql.ts'

const lookEveryMs = 10_000
/** So many runs the gauges may read; of most, the images are settled before there are as many. */
const keptUncounted = 200
/** Runs that one look counts. */
const countedAtOnce = 1_000

type CountingContext = Pick<Context, 'database' | 'log' | 'now'>

/** Keeps what a look at the gauges reads small, for the life of the process. */
export function startCountingPending(context: CountingContext): Loop {
  return createLoop(
    lookEveryMs,
    () => countPending(context),
    (error) => context.log.warn('pending images could not be counted, will be tried again', { error }),
  )
}

/**
 * Brings the total of pending images up to date, a storefront at a time, where more than `atMost` runs have moved.
 * The gauges say the same before and after; any number of replicas may do it at once.
 */
export async function countPending(
  { database, now }: Omit<CountingContext, 'log'>,
  atMost = keptUncounted,
): Promise<void> {
  const storefrontIds = await findUncounted(database, countedAtOnce)
  if (storefrontIds.length <= atMost) return
  for (const storefrontId of new Set(storefrontIds)) {
    await database.transaction((transaction) => addUncounted(transaction, storefrontId, now()))
  }
}
