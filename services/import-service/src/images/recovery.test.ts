import { beforeEach, describe, expect, test } from '@jest/globals'
import { settleImage } from './settle-image.ts'
import { countStatements } from '../testing/count-statements.ts'
import { confirmImages, imageOf, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { requestDueImages } from './dispatcher.ts'
import { quick } from './slowness.ts'
import { recoverImagePhases } from './recovery.ts'

const service = useTestContext()

beforeEach(() => service.deleteRuns())

/** The ids of the images that are requested now. */
async function requestDue(): Promise<string[]> {
  const images: string[] = []
  await requestDueImages({
    ...service.context,
    publish: async (requests) => void images.push(...requests.map(({ payload }) => payload.image_id)),
  })
  return images
}

describe('recovery at process start', () => {
  test('requests the pending images of each run in its image phase again, and says so', async () => {
    const { context, events } = service
    const run = await confirmImages(context, 'a', 3)
    const other = await confirmImages(context, 'b', 1)
    await service.setSlowness(quick)
    expect(await requestDue()).toHaveLength(4)
    for (const image of [imageOf(run), imageOf(other)]) {
      await settleImage(context, settlementOf(image, await takeClaim(context, image)))
    }
    events.length = 0

    await recoverImagePhases(context)

    expect(events).toEqual([
      { name: 'imagePhaseRecovered', fields: { run_id: run.run_id, pending_resumed: 2 } },
    ])
    expect(await requestDue()).toEqual(run.image_outcomes.slice(1).map(({ image_id }) => image_id))
  })

  test('asks the database no more often for many runs than for one', async () => {
    const { context, database, events } = service
    const recover = () => countStatements(database, () => recoverImagePhases(context))
    await confirmImages(context, 'a', 1)
    const forOne = await recover()
    for (const storefront of ['b', 'c', 'd']) await confirmImages(context, storefront, 1)
    events.length = 0
    expect(await recover()).toBe(forOne)
    expect(events).toHaveLength(4)
  })
})
