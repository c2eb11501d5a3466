import { beforeAll, expect, jest, test } from '@jest/globals'
import { findOldestImagePhase } from '../runs/image-phases.sql.ts'
import { countBuffers } from '../testing/count-buffers.ts'
import { countStatements } from '../testing/sent-statements.ts'
import { insertOpenRuns } from '../testing/open-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { requestDueImages } from './dispatcher.ts'
import { reportOverdueRuns } from './overdue.ts'
import { countPendingImages } from './pending-total.sql.ts'
import { recoverImagePhases } from './recovery.ts'

const service = await useTestContext()
const { context, database, events, clock } = service
const storefronts = 2_000
const hourMs = 60 * 60_000

beforeAll(() => insertOpenRuns(database, storefronts, clock.time))

const request = () => requestDueImages({ ...context, publish: async () => {} })

test('a look for due images reads a few pages where all storefronts are in a pause', async () => {
  expect(await countBuffers(service, request)).toBeLessThan(20)
})

const look = () => reportOverdueRuns(context)

test('a look for overdue runs is one statement of a few pages where none is', async () => {
  expect(await countStatements(database, look)).toBe(1)
  expect(await countBuffers(service, look)).toBeLessThan(20)
})

const readAge = () => findOldestImagePhase(database, context.now())

test('the age of the oldest image phase is read from one entry of an index', async () => {
  clock.advance(1_000)
  expect(await readAge()).toBe(1)
  expect(await countBuffers(service, readAge)).toBeLessThan(20)
})

const readPending = () => countPendingImages(database)

test('the gauges of images read a few pages', async () => {
  expect(await readPending()).toEqual({ pending: storefronts, waiting: storefronts })
  expect(await countBuffers(service, readPending)).toBeLessThan(20)
})

test('a start reports every run, and logs one line; one that follows within a minute asks a few times', async () => {
  clock.advance(1_000)
  events.length = 0
  const info = jest.spyOn(context.log, 'info')
  const recover = () => recoverImagePhases(context, context.now())
  await recover()
  expect(events).toHaveLength(storefronts)
  expect(new Set(events.map(({ fields }) => fields.run_id)).size).toBe(storefronts)
  expect(await countStatements(database, recover)).toBeLessThan(10)
  expect(events).toHaveLength(storefronts)
  expect(info.mock.calls).toEqual(
    [storefronts, 0].map((runs) => [
      'image phases are resumed',
      { runs_reported: runs, images_pending: storefronts },
    ]),
  )
})

test('one storefront that is due is found without a look at the others', async () => {
  await database('run_images').where({ storefront_id: 'shop-7' }).update({ request_at: clock.time })
  const published: string[] = []
  const statements = await countStatements(database, async () => {
    await requestDueImages({
      ...context,
      publish: async (requests) =>
        void published.push(...requests.map(({ payload }) => payload.storefront_id)),
    })
  })
  expect(published).toEqual(['shop-7'])
  expect(statements).toBeLessThan(20)
})

test('a storefront with several overdue runs is one update for all of them', async () => {
  clock.advance(3 * hourMs)
  await database('import_runs').update({ overdue_reported_at: clock.time })
  await database.raw(`
    insert into import_runs (
      storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, duration_ms,
      created_at, image_phase_started_at
    )
    select 'shop-1', gen_random_uuid(), gen_random_uuid(), 'fetching_images', 1, 0, 0, 0, 1, 5, created_at, created_at
    from import_runs limit 5`)
  events.length = 0
  expect(await countStatements(database, () => reportOverdueRuns(context))).toBe(2)
  expect(events).toHaveLength(5)
})
