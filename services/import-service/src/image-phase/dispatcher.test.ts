import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { claimLifetimeMs } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import { claimImage } from '../claim-image.ts'
import { countWaitingImages } from '../outbox.sql.ts'
import { retryImages } from '../retry-images.ts'
import { settleImage } from '../settle-image.ts'
import { countStatements } from '../testing/count-statements.ts'
import { confirmImages, failed, imageOf, rejected, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { createTestContext } from '../testing/test-context.ts'
import type { TestContext } from '../testing/test-context.ts'
import { createTurns, requestDueImages, requestLostImages, windowImages } from './dispatcher.ts'
import type { DispatcherOptions } from './dispatcher.ts'

let service: TestContext
let published: { id: string; payload: ImageRequested }[]
let options: DispatcherOptions

beforeAll(async () => {
  service = await createTestContext()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

beforeEach(async () => {
  const { context, database } = service
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
  await database.raw('delete from run_images')
  await database.raw('delete from import_runs')
})

/** As settlements would: what is requested leaves the window. */
async function settleRequested({ butClaimed = false } = {}): Promise<void> {
  const requested = service.database('run_images').where({ outcome: 'pending', request_at: null })
  await (butClaimed ? requested.whereNull('claim_expires_at') : requested).update({ outcome: 'fetched' })
}

describe('a request', () => {
  test('names run, image, storefront and URL', async () => {
    const run = await confirmImages(service.context, 'a', 1)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.map(({ payload }) => payload)).toEqual([
      { ...imageOf(run), url: run.image_outcomes[0]?.url },
    ])
    expect(await requestDueImages(options)).toBe(0)
  })

  test('is made for each image, once, a window of them at a time, whatever the number of replicas', async () => {
    const replicas = [createTurns(), createTurns(), createTurns()]
    await Promise.all(['a', 'b'].map((storefront) => confirmImages(service.context, storefront, 60)))
    while (published.length < 120) {
      const before = published.length
      await Promise.all(replicas.map((turns) => requestDueImages(options, turns)))
      expect(published.length - before).toBe(windowImages)
      await settleRequested()
    }
    expect(new Set(published.map(({ id }) => id)).size).toBe(120)
    expect(await requestDueImages(options)).toBe(0)
  })

  test('is what the images that wait are counted without, at one moment', async () => {
    const { context, database } = service
    await confirmImages(context, 'a', 20)
    await requestDueImages(options)
    const statements = await countStatements(database, async () => {
      expect(await countWaitingImages(database)).toBe(20 - windowImages)
    })
    expect(statements).toBe(1)
  })

  test('waits for nobody long: storefronts have one in turn, each its oldest run first', async () => {
    const { context, clock } = service
    const turns = createTurns()
    const first = await confirmImages(context, 'b', 40)
    await requestDueImages(options, turns)
    clock.advance(1_000)
    const runs = [first]
    for (const storefront of ['c', 'a', 'b']) runs.push(await confirmImages(context, storefront, 8))
    for (const _ of [1, 2, 3]) {
      await settleRequested()
      await requestDueImages(options, turns)
    }
    const served = published.slice(windowImages).map(({ payload }) => payload.storefront_id)
    expect(served.join('')).toBe('cab'.repeat(8))
    const requested = new Set(published.map(({ payload }) => payload.run_id))
    expect([...requested]).toEqual(runs.slice(0, 3).map(({ run_id }) => run_id))
  })

  test('leaves half of the workers to others where images of a storefront take long', async () => {
    const { context, clock } = service
    const turns = createTurns()
    const dead = await confirmImages(context, 'dead', 100)
    await requestDueImages(options, turns)
    for (const { payload } of published.slice(0, 4)) await claimImage(context, payload)
    clock.advance(6_000)
    expect(await requestDueImages(options, turns)).toBe(0)
    await settleRequested({ butClaimed: true })
    expect(await requestDueImages(options, turns)).toBe(0)
    await confirmImages(context, 'quick', 100)
    for (const _ of [1, 2, 3, 4]) {
      await requestDueImages(options, turns)
      await settleRequested({ butClaimed: true })
    }
    const served = published.slice(windowImages).map(({ payload }) => payload.storefront_id)
    expect(new Set(served)).toEqual(new Set(['quick']))
    await settleRequested()
    await requestDueImages(options, turns)
    const last = published.slice(-windowImages).map(({ payload }) => payload.run_id === dead.run_id)
    expect(last.filter(Boolean)).toHaveLength(2)
  })

  test('that could not be stored stays due, with the same id', async () => {
    const run = await confirmImages(service.context, 'a', 2)
    const attempted: string[] = []
    const broken = async (requests: { id: string }[]) => {
      attempted.push(...requests.map(({ id }) => id))
      throw new Error('the queue is away')
    }
    await expect(requestDueImages({ ...options, publish: broken })).rejects.toThrow('the queue is away')

    await requestDueImages(options)

    expect(published.map(({ id }) => id).sort()).toEqual(attempted.sort())
    expect(attempted).toEqual(run.image_outcomes.map(({ image_id }) => `${run.run_id}:${image_id}:0`))
  })

  test('for another attempt comes after the pause and has an id of its own, even if the first was never marked', async () => {
    const { context, clock } = service
    const run = await confirmImages(context, 'a', 1)
    const image = imageOf(run)
    await settleImage(context, settlementOf(image, await takeClaim(context, image), failed))
    expect(await requestDueImages(options)).toBe(0)
    clock.advance(2_000)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.map(({ id }) => id)).toEqual([`${run.run_id}:${run.image_outcomes[0]?.image_id}:1`])
  })

  test('is made again for images that are retried', async () => {
    const { context } = service
    const run = await confirmImages(context, 'a', 1)
    await requestDueImages(options)
    const image = imageOf(run)
    await settleImage(context, settlementOf(image, await takeClaim(context, image), rejected))
    await retryImages(context, { storefront_id: 'a', run_id: run.run_id })

    expect(await requestDueImages(options)).toBe(1)

    expect(new Set(published.map(({ id }) => id)).size).toBe(2)
  })
})

test('images that take long are noticed while they leave no room for others', async () => {
  const { context, clock } = service
  const turns = createTurns()
  await confirmImages(context, 'dead', 100)
  await requestDueImages(options, turns)
  for (const { payload } of published.slice(0, 4)) await claimImage(context, payload)
  clock.advance(6_000)
  expect(await requestDueImages(options, turns)).toBe(0)
  await service.database('run_images').whereNotNull('claim_expires_at').update({ outcome: 'failed' })
  await confirmImages(context, 'quick', 100)
  expect(await requestDueImages(options, turns)).toBe(4)
  expect(new Set(published.slice(-4).map(({ payload }) => payload.storefront_id))).toEqual(new Set(['quick']))
})

describe('a request that got lost', () => {
  test('is made again when its claim ran out and the queue did not deliver again', async () => {
    const { context, clock } = service
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
    const { context, clock } = service
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
    const { context, clock } = service
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
    const { context, clock } = service
    const run = await confirmImages(context, 'a', 1)
    const dying = { ...options, publish: () => Promise.reject(new Error('the process dies here')) }
    await expect(requestDueImages(dying)).rejects.toThrow('the process dies here')
    await claimImage(context, imageOf(run))
    clock.advance(claimLifetimeMs + 31_000)
    expect(await requestLostImages(options)).toBe(1)
    expect(await requestDueImages(options)).toBe(1)
  })

  test('and those that wait for their turn are told apart', async () => {
    const { context, clock } = service
    await confirmImages(context, 'a', windowImages + 20)
    await requestDueImages(options)
    clock.advance(60_000)
    expect(await requestLostImages(options)).toBe(0)
    expect(await requestLostImages({ ...options, queueDepth: async () => 0 })).toBe(windowImages)
  })

  test('is made again when nobody claimed it, each time after twice the wait', async () => {
    const { context, clock } = service
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
