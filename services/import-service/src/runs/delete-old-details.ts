import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { deleteSettledImages } from './write-run-images.sql.ts'
import { findAgedRun, deleteDetails } from './run-details.sql.ts'
import { dayMs } from './runs.sql.ts'

/**
 * The most that one import deletes. It is more than one import adds, so that the amount of stored details is bounded.
 */
const runsAtOnce = 20
const batchesAtOnce = 40
/** Images per statement, which takes a few milliseconds. */
const imagesPerBatch = 500
/**
 * The pause after each statement, in times its duration: without it, uploads beside the deletion of 270,000 images took
 * 1.2 times as long, and confirms 1.3 times; with 3, uploads up to 1.16 times.
 */
const pauseFactor = 9
const longestPauseMs = 1_000

type DeletionContext = Pick<Context, 'database' | 'now' | 'runDetailDays'>

/** Deletes a part of the expired details of the storefront's runs (design.md §10). */
export async function deleteOldestDetails(
  { database, now, runDetailDays }: DeletionContext,
  storefrontId: string,
  ended: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - runDetailDays * dayMs)
  let batches = 0
  for (let runs = 0; runs < runsAtOnce && batches < batchesAtOnce; runs++) {
    const aged = await findAgedRun(database, storefrontId, before)
    if (!aged) return
    while ((await gently(() => deleteSettledImages(database, aged, imagesPerBatch))) === imagesPerBatch) {
      batches++
      if (batches === batchesAtOnce || ended.aborted) return
    }
    await gently(() => database.transaction((transaction) => deleteDetails(transaction, aged)))
    if (ended.aborted) return
  }
}

async function gently<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  await pause(Math.min(pauseFactor * (performance.now() - startedAt), longestPauseMs))
  return result
}
