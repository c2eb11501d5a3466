import { expect, test } from '@jest/globals'
import { findUnreportedRuns } from '../runs/image-phases.sql.ts'
import { settleImage } from './settle-image.ts'
import { confirmImages, imageOf, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { reportCompletion } from '../runs/report-completion.ts'
import { reportCompletions } from './completion.ts'

const service = useTestContext()

test('the end of an image phase is reported once, even where the last settlement could not (TEL-4)', async () => {
  const { context, events } = service
  const image = imageOf(await confirmImages(context, 'storefront', 1))
  const settlement = settlementOf(image, await takeClaim(context, image))
  events.length = 0
  const dying = {
    ...context,
    wakeDispatcher: () => {
      throw new Error('the process dies here')
    },
  }
  await expect(settleImage(dying, settlement)).rejects.toThrow('the process dies here')
  expect(await settleImage(context, settlement)).toEqual({ result: 'settled' })
  expect(events).toEqual([])

  const [unreported] = await findUnreportedRuns(context.database)
  if (unreported === undefined) throw new Error('the run is still to be reported')
  await Promise.all([1, 2, 3].map(() => reportCompletion(context, unreported)))
  await reportCompletions(context)

  expect(events).toEqual([
    {
      name: 'imagePhaseCompleted',
      fields: { run_id: image.run_id, fetched: 1, rejected: 0, failed: 0, duration_ms: 0 },
    },
  ])
})
