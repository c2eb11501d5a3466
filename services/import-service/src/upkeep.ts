import { countUncounted } from './catalog/summarize-catalog.ts'
import type { Context } from './context.ts'
import { deleteOldestDetails } from './runs/delete-old-details.ts'

/** What an import leaves to be done behind its answer. Disposing it waits for the current step only. */
export interface Upkeep extends AsyncDisposable {
  /** Begins what is due in the storefront, in the background. */
  begin: (storefrontId: string) => void
  /** Resolves once nothing is being done. */
  idle: () => Promise<void>
}

type UpkeepContext = Pick<Context, 'database' | 'log' | 'now' | 'runDetailDays'>

const steps: ((context: UpkeepContext, storefrontId: string, ended: AbortSignal) => Promise<void>)[] = [
  countUncounted,
  deleteOldestDetails,
]

/** Works on one storefront at a time, with one connection, so that it does not slow down imports. */
export function startUpkeep(context: UpkeepContext): Upkeep {
  const waiting = new Set<string>()
  let work: Promise<void> = Promise.resolve()
  const ended = new AbortController()
  const run = async () => {
    for (const storefrontId of waiting) {
      waiting.delete(storefrontId)
      for (const step of steps) {
        if (ended.signal.aborted) return
        try {
          await step(context, storefrontId, ended.signal)
        } catch (error) {
          // The storefront's next import retries.
          context.log.warn('upkeep of a storefront failed, will be tried again', { step: step.name, error })
        }
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
