import { beforeEach, describe, expect, test } from '@jest/globals'
import { claimLifetimeMs } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { countPendingImages } from './pending-total.sql.ts'
import { retryImages } from './retry-images.ts'
import { settleImage } from './settle-image.ts'
import { countStatements } from '../testing/sent-statements.ts'
import { confirmImages, failed, imageOf, rejected, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { requestDueImages, requestLostImages } from './dispatcher.ts'
import type { DispatcherOptions } from './dispatcher.ts'
import { windowImages } from './find-demand.ts'
import { quick, slow } from '../runs/slowness.ts'

const service = await useTestContext()
const { context, database, clock, setSlowness, deleteRuns } = service
let published: { id: string; payload: ImageRequested }[]
let options: DispatcherOptions

beforeEach(async () => {
  published = []
  options = {
    database,
    log: context.log,
    now: context.now,
    publish: async (requests) => {
      published.push(...requests)
    },
    queueDepth: async () => published.length,
  }
  await deleteRuns()
})

function takeRequested(): string[] {
  return published.splice(0).map(({ payload }) => payload.storefront_id)
}

/** Settles all requested images, so that the window has room again. */
async function settleRequested(): Promise<void> {
  await service
    .database('run_images')
    .where({ outcome: 'pending', request_at: null })
    .update({ outcome: 'fetched' })
}

describe('a request', () => {
  test('names run, image, storefront and URL', async () => {
    const run = await confirmImages(context, 'a', 1)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.map(({ payload }) => payload)).toEqual([
      { ...imageOf(run), url: run.image_outcomes[0]?.url },
    ])
    expect(await requestDueImages(options)).toBe(0)
  })

  test('is made for each image, once, a window of them at a time, whatever the number of replicas', async () => {
    await Promise.all(['a', 'b'].map((storefront) => confirmImages(context, storefront, 60)))
    await setSlowness(quick)
    while (published.length < 120) {
      const before = published.length
      await Promise.all([1, 2, 3].map(() => requestDueImages(options)))
      expect(published.length - before).toBe(windowImages)
      await settleRequested()
    }
    expect(new Set(published.map(({ id }) => id)).size).toBe(120)
    expect(await requestDueImages(options)).toBe(0)
  })

  test('that is worked on before it is marked leaves the claim, and the pause after it, as they are', async () => {
    const run = await confirmImages(context, 'a', 2)
    const publish: DispatcherOptions['publish'] = async (requests) => {
      published.push(...requests)
      const [claimed, paused] = [imageOf(run, 0), imageOf(run, 1)]
      await takeClaim(context, claimed)
      await settleImage(context, settlementOf(paused, await takeClaim(context, paused), failed))
    }
    expect(await requestDueImages({ ...options, publish })).toBe(2)
    const [first, second] = await database('run_images').orderBy('image_id').select('request_at', 'attempts')
    expect(first).toEqual({ request_at: null, attempts: 1 })
    expect(second.request_at?.getTime()).toBeGreaterThan(clock.time.getTime())

    clock.time = second.request_at
    expect(await requestDueImages(options)).toBe(1)
    expect(published.at(-1)?.payload).toMatchObject(imageOf(run, 1))
    expect(new Set(published.map(({ id }) => id)).size).toBe(3)
  })

  test('is what the images that wait are counted without, at one moment', async () => {
    await confirmImages(context, 'a', 20)
    await setSlowness(quick)
    await requestDueImages(options)
    const statements = await countStatements(database, async () => {
      expect(await countPendingImages(database)).toEqual({ pending: 20, waiting: 20 - windowImages })
    })
    expect(statements).toBe(1)
  })

  test('is for the storefront that has used least of the workers’ time, for its oldest run first', async () => {
    const first = await confirmImages(context, 'b', 40)
    await setSlowness(quick)
    await requestDueImages(options)
    clock.advance(1_000)
    const runs = [first]
    for (const storefront of ['c', 'a', 'b']) runs.push(await confirmImages(context, storefront, 8))
    await setSlowness(quick)
    await database('import_runs')
      .where({ storefront_id: 'a' })
      .update({ image_worker_ms: 150, image_worker_at: clock.time })
    for (const _ of [1, 2, 3]) {
      await settleRequested()
      await requestDueImages(options)
    }
    const served = published.slice(windowImages).map(({ payload }) => payload.storefront_id)
    expect(served.join('')).toBe('bcabcabcbcabcabcbcabcabb')
    const requested = new Set(published.map(({ payload }) => payload.run_id))
    expect([...requested]).toEqual(runs.slice(0, 3).map(({ run_id }) => run_id))
  })

  test('is for others first while a storefront’s images are with workers', async () => {
    const [held] = [await confirmImages(context, 'a', 9), await confirmImages(context, 'b', 9)]
    await setSlowness(quick)
    await takeClaim(context, imageOf(held))
    clock.advance(550)
    await requestDueImages(options)
    expect(takeRequested().toSorted().join('')).toBe('abbbbbb')
  })

  test('is made for one image of each storefront of which it is not known whether it is quick', async () => {
    await Promise.all(['a', 'b', 'c'].map((storefront) => confirmImages(context, storefront, 40)))
    expect(await requestDueImages(options)).toBe(3)
    expect(published.map(({ payload }) => payload.storefront_id).sort()).toEqual(['a', 'b', 'c'])
    expect(await requestDueImages(options)).toBe(0)
    const [first] = published
    if (first === undefined) throw new Error('nothing was requested')
    await settleImage(context, settlementOf(first.payload, await takeClaim(context, first.payload)))
    expect(await requestDueImages(options)).toBe(windowImages - 2)
    expect(new Set(published.slice(3).map(({ payload }) => payload.storefront_id))).toEqual(
      new Set([first.payload.storefront_id]),
    )
  })

  test('is made for three images of slow storefronts, two where quick ones have some, one beside trials', async () => {
    for (const storefront of ['dead', 'dripping']) await confirmImages(context, storefront, 40)
    await setSlowness(slow)
    await requestDueImages(options)
    expect(takeRequested().join()).toBe('dead,dripping,dead')

    await database('run_images').where({ request_at: null }).update({ request_at: context.now() })
    await confirmImages(context, 'quick', 2)
    await setSlowness(quick, 'quick')
    await requestDueImages(options)
    expect(takeRequested().toSorted().join()).toBe('dead,dripping,quick,quick')

    await database('run_images').where({ request_at: null }).update({ request_at: context.now() })
    await confirmImages(context, 'unknown', 40)
    await requestDueImages(options)
    expect(takeRequested().toSorted().join()).toBe('dead,quick,quick,unknown')
  })

  test('that could not be stored stays due, with the same id', async () => {
    const run = await confirmImages(context, 'a', 2)
    const attempted: string[] = []
    const broken = async (requests: { id: string }[]) => {
      attempted.push(...requests.map(({ id }) => id))
      throw new Error('the queue is unavailable')
    }
    await expect(requestDueImages({ ...options, publish: broken })).rejects.toThrow(
      'the queue is unavailable',
    )

    await requestDueImages(options)

    expect(published.map(({ id }) => id).sort()).toEqual(attempted.sort())
    expect(attempted).toEqual(run.image_outcomes.map(({ image_id }) => `${run.run_id}:${image_id}:0`))
  })

  test('for another attempt comes after the pause and has an id of its own, even if the first was never marked', async () => {
    const run = await confirmImages(context, 'a', 1)
    const image = imageOf(run)
    await settleImage(context, settlementOf(image, await takeClaim(context, image), failed))
    expect(await requestDueImages(options)).toBe(0)
    clock.advance(2_000)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.map(({ id }) => id)).toEqual([`${run.run_id}:${run.image_outcomes[0]?.image_id}:1`])
  })

  test('is made again for images that are retried', async () => {
    const run = await confirmImages(context, 'a', 1)
    await requestDueImages(options)
    const image = imageOf(run)
    await settleImage(context, settlementOf(image, await takeClaim(context, image), rejected))
    await retryImages(context, { storefront_id: 'a', run_id: run.run_id })

    expect(await requestDueImages(options)).toBe(1)

    expect(new Set(published.map(({ id }) => id)).size).toBe(2)
  })
})

describe('a request that got lost', () => {
  test('is made again when its claim ran out and the queue did not deliver again', async () => {
    const run = await confirmImages(context, 'a', 2)
    await requestDueImages(options)
    await claimImage(context, imageOf(run))
    clock.advance(claimLifetimeMs + 29_000)
    await requestLostImages(options)
    expect(await requestDueImages(options)).toBe(0)
    clock.advance(2_000)
    await requestLostImages(options)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.at(-1)?.payload.image_id).toBe(run.image_outcomes[0]?.image_id)
  })

  test('is made again once, not with each look, while no worker is there to take it', async () => {
    const run = await confirmImages(context, 'a', 2)
    await requestDueImages(options)
    await claimImage(context, imageOf(run))
    clock.advance(claimLifetimeMs + 31_000)
    const again: number[] = []
    for (const _ of [1, 2, 3]) {
      again.push(await requestLostImages(options))
      await requestDueImages(options)
      clock.advance(60_000)
    }
    expect(again).toEqual([1, 0, 0])
    expect(await claimImage(context, imageOf(run))).toMatchObject({ result: 'granted', attempt: 2 })
    clock.advance(claimLifetimeMs + 31_000)
    expect(await requestLostImages(options)).toBe(1)
  })

  test('is made again soon when the queue holds fewer than were requested', async () => {
    const run = await confirmImages(context, 'a', 3)
    await requestDueImages(options)
    await claimImage(context, imageOf(run))
    const robbed = { ...options, queueDepth: async () => 2 }
    clock.advance(5_000)
    expect(await requestLostImages(robbed)).toBe(0)
    clock.advance(1)
    expect(await requestLostImages(options)).toBe(0)
    expect(await requestLostImages(robbed)).toBe(2)
    expect(await requestDueImages(options)).toBe(2)
    expect(published.slice(3).map(({ payload }) => payload.image_id)).toEqual(
      run.image_outcomes.slice(1).map(({ image_id }) => image_id),
    )
    expect(new Set(published.map(({ id }) => id)).size).toBe(5)
  })

  test('is noticed where its claim is all that is known of it', async () => {
    const run = await confirmImages(context, 'a', 1)
    const dying = { ...options, publish: () => Promise.reject(new Error('the process dies here')) }
    await expect(requestDueImages(dying)).rejects.toThrow('the process dies here')
    await claimImage(context, imageOf(run))
    clock.advance(claimLifetimeMs + 31_000)
    expect(await requestLostImages(options)).toBe(1)
    expect(await requestDueImages(options)).toBe(1)
  })

  test('and those that wait to be requested are counted apart', async () => {
    await confirmImages(context, 'a', windowImages + 20)
    await setSlowness(quick)
    await requestDueImages(options)
    clock.advance(60_000)
    expect(await requestLostImages(options)).toBe(0)
    expect(await requestLostImages({ ...options, queueDepth: async () => 0 })).toBe(windowImages)
  })

  test('is made again when nobody claimed it, each time after twice the wait', async () => {
    await confirmImages(context, 'a', 1)
    await requestDueImages(options)
    const requestedAt: number[] = []
    let minute = 0
    for (const next of [15, 16, 46, 47, 107, 108]) {
      clock.advance((next - minute) * 60_000)
      minute = next
      await requestLostImages(options)
      if ((await requestDueImages(options)) > 0) requestedAt.push(minute)
    }
    expect(requestedAt).toEqual([16, 47, 108])
  })
})
