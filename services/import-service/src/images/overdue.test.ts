import { expect, test } from '@jest/globals'
import { confirmImages } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { reportOverdueRuns } from './overdue.ts'

const { context, events, clock } = await useTestContext()

test('a run is reported after two hours in its image phase, every five minutes, by one replica at a time', async () => {
  const run = await confirmImages(context, 'a', 1)
  const start = clock.time.getTime()
  events.length = 0
  const replicasLook = () => Promise.all([1, 2, 3].map(() => reportOverdueRuns(context)))

  clock.advance(2 * 60 * 60_000)
  await replicasLook()
  expect(events).toEqual([])

  for (let minute = 1; minute <= 11; minute += 1) {
    clock.advance(60_000)
    await replicasLook()
  }
  expect(events.map(({ name }) => name)).toEqual(Array.from({ length: 3 }, () => 'imagePhaseOverdue'))
  expect(events.map(({ fields }) => fields)).toEqual(
    [121, 126, 131].map((minutes) => ({ run_id: run.run_id, age_ms: minutes * 60_000 })),
  )
  expect(clock.time.getTime() - start).toBe(131 * 60_000)
})
