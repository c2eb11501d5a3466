import type { Context } from '../context.ts'
import { deleteSettledImages, findAgedRun, letGo } from './run-details.sql.ts'
import { dayMs } from './runs.sql.ts'

/** What one import lets go at most: more than it brings, so that what is stored stays bounded. */
const runsAtOnce = 20
const batchesAtOnce = 40
/** Images in a statement: some milliseconds. */
const imagesPerBatch = 500

/** Ends with the batch in hand. */
export interface Letting extends AsyncDisposable {
  /** Lets go what the storefront's runs keep beyond their time, some of it, behind the answer to who asked. */
  begin: (storefrontId: string) => void
  /** Resolves once nothing is being let go. */
  idle: () => Promise<void>
}

type LettingContext = Pick<Context, 'database' | 'log' | 'now' | 'runDetailDays'>

/** One storefront at a time, on one connection: nobody who imports notices (design.md §10). */
export function startLettingGo(context: LettingContext): Letting {
  const waiting = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  const ended = new AbortController()
  const run = async () => {
    for (const storefrontId of waiting) {
      waiting.delete(storefrontId)
      if (ended.signal.aborted) return
      try {
        await letGoOf(context, storefrontId, ended.signal)
      } catch (error) {
        // The storefront's next import tries again.
        context.log.warn('what old runs keep was not let go', { error })
      }
    }
  }
  return {
    begin(storefrontId) {
      if (waiting.size === 0) work = work.then(run)
      waiting.add(storefrontId)
    },
    idle: () => work,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await work
    },
  }
}

async function letGoOf(
  { database, now, runDetailDays }: LettingContext,
  storefrontId: string,
  ended: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - runDetailDays * dayMs)
  let batches = 0
  for (let runs = 0; runs < runsAtOnce && batches < batchesAtOnce; runs++) {
    const aged = await findAgedRun(database, storefrontId, before)
    if (!aged) return
    while ((await deleteSettledImages(database, aged, imagesPerBatch)) === imagesPerBatch) {
      batches++
      if (batches === batchesAtOnce || ended.aborted) return
    }
    await database.transaction((transaction) => letGo(transaction, aged))
  }
}
