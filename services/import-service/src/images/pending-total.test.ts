import { expect, test } from '@jest/globals'
import { eraseStorefront } from '../operations/erasure/erase-storefront.ts'
import { confirmImages, imageOf, rejected, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { countPending } from './pending-total.ts'
import { countPendingImages, findUncounted } from './pending-total.sql.ts'
import { retryImages } from './retry-images.ts'
import { settleImage } from './settle-image.ts'

const { context, database } = await useTestContext()

test('the total is added to only where many runs have moved, and the gauges say the same before and after', async () => {
  const run = await confirmImages(context, 'a', 3)
  await confirmImages(context, 'b', 2)
  await countPending(context)
  expect(await findUncounted(database, 9)).toHaveLength(2)
  expect(await countPendingImages(database)).toEqual({ pending: 5, waiting: 5 })
  await Promise.all([countPending(context, 0), countPending(context, 0)])
  expect(await findUncounted(database, 9)).toEqual([])
  expect(await countPendingImages(database)).toEqual({ pending: 5, waiting: 5 })

  await settleImage(context, settlementOf(imageOf(run), await takeClaim(context, imageOf(run))))
  expect(await findUncounted(database, 9)).toEqual(['a'])
  expect(await countPendingImages(database)).toEqual({ pending: 4, waiting: 4 })
})

test('images that are requested again once their run was counted as complete are in the total', async () => {
  const { pending } = await countPendingImages(database)
  const run = await confirmImages(context, 'retried', 1)
  await countPending(context, 0)
  await settleImage(context, settlementOf(imageOf(run), await takeClaim(context, imageOf(run)), rejected))
  await countPending(context, 0)
  await retryImages(context, run)
  expect((await countPendingImages(database)).pending).toBe(pending + 1)
})

test('an erased storefront is taken out of the total', async () => {
  const { pending } = await countPendingImages(database)
  await confirmImages(context, 'erased', 3)
  await countPending(context, 0)
  await confirmImages(context, 'erased', 1)
  const erasure = { eraseObjects: async () => 0, wait: async () => {}, report: () => {} }
  await eraseStorefront({ ...context, ...erasure }, 'erased')
  expect((await countPendingImages(database)).pending).toBe(pending)
})

test('what a release counts that does not know of the total is found by the run’s next change, and by its end', async () => {
  const { pending } = await countPendingImages(database)
  const run = await confirmImages(context, 'old', 3)
  await countPending(context, 0)
  const settleAsTheReleaseBefore = async (index: number, status: string) => {
    await database('run_images')
      .where({ image_id: imageOf(run, index).image_id })
      .update({ outcome: 'fetched' })
    await database('import_runs').where({ run_id: run.run_id }).increment('images_fetched').update({ status })
  }
  await settleAsTheReleaseBefore(0, 'fetching_images')
  await settleImage(context, settlementOf(imageOf(run, 1), await takeClaim(context, imageOf(run, 1))))
  expect((await countPendingImages(database)).pending).toBe(pending + 1)
  await countPending(context, 0)
  await settleAsTheReleaseBefore(2, 'completed')
  expect((await countPendingImages(database)).pending).toBe(pending)
})
