import { beforeEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { settleImage } from './settle-image.ts'
import { countStatements } from '../testing/sent-statements.ts'
import { confirmImages, imageOf, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { connectDatabase } from '../postgres/database.ts'
import { patience } from '../testing/test-context.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { requestDueImages } from './dispatcher.ts'
import { quick } from '../runs/slowness.ts'
import { recoverImagePhases, startRecovery } from './recovery.ts'

const { context, database, url, events, clock, setSlowness, deleteRuns } = await useTestContext()

beforeEach(() => deleteRuns())

/** The ids of the images that a dispatcher requests now. */
async function requestDue(): Promise<string[]> {
  const images: string[] = []
  await requestDueImages({
    ...context,
    publish: async (requests) => void images.push(...requests.map(({ payload }) => payload.image_id)),
  })
  return images
}

describe('recovery at process start', () => {
  test('requests the pending images of each run in its image phase again, and says so', async () => {
    const run = await confirmImages(context, 'a', 3)
    const other = await confirmImages(context, 'b', 1)
    await setSlowness(quick)
    expect(await requestDue()).toHaveLength(4)
    for (const image of [imageOf(run), imageOf(other)]) {
      await settleImage(context, settlementOf(image, await takeClaim(context, image)))
    }
    events.length = 0

    await recoverImagePhases(context, context.now())

    expect(events).toEqual([
      { name: 'imagePhaseRecovered', fields: { run_id: run.run_id, pending_resumed: 2 } },
    ])
    expect(await requestDue()).toEqual(run.image_outcomes.slice(1).map(({ image_id }) => image_id))
  })

  test('asks the database no more often for many runs of a storefront than for one', async () => {
    // Marks of the confirms' events are written in the background by the context's own connections.
    await using connection = connectDatabase(url, patience)
    const own = { ...context, database: connection.database }
    const recover = () => countStatements(own.database, () => recoverImagePhases(own, context.now()))
    await confirmImages(context, 'a', 1)
    const forOne = await recover()
    for (let run = 0; run < 3; run += 1) await confirmImages(context, 'a', 1)
    clock.advance(60_000)
    events.length = 0
    expect(await recover()).toBe(forOne)
    expect(events).toHaveLength(4)
  })

  test('reports a run once for replicas that start within a minute, and again for each later start', async () => {
    const runs = [await confirmImages(context, 'a', 2), await confirmImages(context, 'b', 1)]
    await using connection = connectDatabase(url, patience)
    const replicas = [context, { ...context, database: connection.database }]
    const startAll = async () => {
      events.length = 0
      await Promise.all(replicas.map((replica) => recoverImagePhases(replica, replica.now())))
      return new Set(events.map(({ fields }) => fields.run_id))
    }
    const all = new Set(runs.map((run) => run.run_id))
    expect(await startAll()).toEqual(all)
    expect(events).toHaveLength(all.size)
    clock.advance(60_000 - 1)
    const later = await confirmImages(context, 'c', 1)
    expect(await startAll()).toEqual(new Set([later.run_id]))
    expect(events).toHaveLength(1)
    clock.advance(1)
    expect(await startAll()).toEqual(all)
  })

  test('that fails is repeated until it succeeds, and then reports the runs of before', async () => {
    const run = await confirmImages(context, 'a', 1)
    events.length = 0
    await database.raw('alter table run_images rename to unreachable')
    await using recovery = await startRecovery(context, 1)
    expect(events).toEqual([])
    await database.raw('alter table unreachable rename to run_images')
    clock.advance(1)
    const later = await confirmImages(context, 'b', 1)
    await waitFor('the recovery', () => events.some(({ name }) => name === 'imagePhaseRecovered'))
    await recovery[Symbol.asyncDispose]()
    const recovered = events.filter(({ name }) => name === 'imagePhaseRecovered')
    expect(recovered.map(({ fields }) => fields.run_id)).toEqual([run.run_id])
    expect(later.run_id).not.toBe(run.run_id)
  })
})
