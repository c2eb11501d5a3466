import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { claimLifetimeMs, imageRequested } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import { connectNats, jobsPending, provisionJob, publishJobs, workJobs } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import { startNats } from '../../../../test/support/nats.ts'
import type { TestNats } from '../../../../test/support/nats.ts'
import { claimImage } from '../claim-image.ts'
import { countWaitingImages } from '../outbox.sql.ts'
import { retryImages } from '../retry-images.ts'
import { settleImage } from '../settle-image.ts'
import { confirmImages, imageOf } from '../testing/stored-runs.ts'
import { createTestContext } from '../testing/test-context.ts'
import type { TestContext } from '../testing/test-context.ts'
import {
  createTurns,
  requestDueImages,
  requestLostImages,
  startDispatcher,
  windowImages,
} from './dispatcher.ts'
import type { DispatcherOptions } from './dispatcher.ts'
import { recoverImagePhases } from './recovery.ts'

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
    let statements = 0
    const count = () => void (statements += 1)
    database.on('query', count)
    expect(await countWaitingImages(database)).toBe(20 - windowImages)
    database.off('query', count)
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
    const claim = await claimImage(context, imageOf(run))
    if (claim.result !== 'granted') throw new Error('the claim was not granted')
    await settleImage(context, {
      ...imageOf(run),
      token: claim.token,
      outcome: 'failed',
      reason: 'timeout',
      message: null,
      renditions: [],
    })
    expect(await requestDueImages(options)).toBe(0)
    clock.advance(2_000)
    expect(await requestDueImages(options)).toBe(1)
    expect(published.map(({ id }) => id)).toEqual([`${run.run_id}:${run.image_outcomes[0]?.image_id}:1`])
  })

  test('is made again for images that are retried', async () => {
    const { context } = service
    const run = await confirmImages(context, 'a', 1)
    await requestDueImages(options)
    const claim = await claimImage(context, imageOf(run))
    if (claim.result !== 'granted') throw new Error('the claim was not granted')
    await settleImage(context, {
      ...imageOf(run),
      token: claim.token,
      outcome: 'rejected',
      reason: 'too_large',
      message: null,
      renditions: [],
    })
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
    const waits: number[] = []
    for (let minutes = 1; waits.length < 3; minutes += 1) {
      clock.advance(60_000)
      await requestLostImages(options)
      if ((await requestDueImages(options)) > 0) waits.push(minutes)
    }
    expect(waits).toEqual([16, 47, 108])
  })
})

describe('recovery at process start', () => {
  test('requests the pending images of each run in its image phase again, and says so', async () => {
    const { context, events } = service
    const run = await confirmImages(context, 'a', 3)
    const other = await confirmImages(context, 'b', 1)
    await requestDueImages(options)
    for (const image of [imageOf(run), imageOf(other)]) {
      const claim = await claimImage(context, image)
      if (claim.result !== 'granted') throw new Error('the claim was not granted')
      await settleImage(context, {
        ...image,
        token: claim.token,
        outcome: 'fetched',
        reason: null,
        message: null,
        renditions: [],
      })
    }
    events.length = 0
    published = []

    await recoverImagePhases(context)

    expect(events).toEqual([
      { name: 'imagePhaseRecovered', fields: { run_id: run.run_id, pending_resumed: 2 } },
    ])
    expect(await requestDueImages(options)).toBe(2)
    expect(published.map(({ payload }) => payload.image_id)).toEqual(
      run.image_outcomes.slice(1).map(({ image_id }) => image_id),
    )
  })

  test('asks the database no more often for many runs than for one', async () => {
    const { context, database, events } = service
    let statements = 0
    const count = () => void (statements += 1)
    const recover = async () => {
      statements = 0
      database.on('query', count)
      await recoverImagePhases(context)
      database.off('query', count)
      return statements
    }
    await confirmImages(context, 'a', 1)
    const forOne = await recover()
    for (const storefront of ['b', 'c', 'd']) await confirmImages(context, storefront, 1)
    events.length = 0
    expect(await recover()).toBe(forOne)
    expect(events).toHaveLength(4)
  })
})

describe('with a real queue', () => {
  let server: TestNats
  let nats: Nats

  beforeAll(async () => {
    server = await startNats()
    nats = await connectNats({ url: server.url, name: 'dispatcher-test', log: service.context.log })
    await provisionJob(nats, imageRequested)
  })

  afterAll(async () => {
    await nats[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  test('images confirmed while it is away are requested once it is back', async () => {
    const { context } = service
    const disconnected = new Promise<void>((resolve) => {
      nats.onDisconnect(resolve)
    })
    await server.stop()
    await disconnected
    await using dispatcher = startDispatcher({
      ...options,
      publish: (requests) => publishJobs(nats, imageRequested, requests),
    })
    const run = await confirmImages(context, 'a', 5)
    dispatcher.wake()
    const reconnected = new Promise<void>((resolve) => {
      nats.onReconnect(() => {
        dispatcher.wake()
        resolve()
      })
    })
    await server.start()
    await reconnected
    const images: string[] = []
    const { promise: all, resolve: finish } = Promise.withResolvers<void>()
    await using _ = workJobs(nats, imageRequested, {
      concurrency: 4,
      handler: async ({ image_id }) => {
        images.push(image_id)
        if (images.length === 5) finish()
      },
    })

    await all
    await dispatcher[Symbol.asyncDispose]()

    expect(images.sort()).toEqual(run.image_outcomes.map(({ image_id }) => image_id).sort())
    expect(await service.database('run_images').whereNotNull('request_at')).toEqual([])
  }, 30_000)

  test('a request published twice because the process died in between is one message', async () => {
    const { context } = service
    await confirmImages(context, 'a', 3)
    const before = await jobsPending(nats, imageRequested)
    const dying = async (requests: { id: string; payload: ImageRequested }[]) => {
      await publishJobs(nats, imageRequested, requests)
      throw new Error('the process dies here')
    }
    await expect(requestDueImages({ ...options, publish: dying })).rejects.toThrow('the process dies here')
    await requestDueImages({
      ...options,
      publish: (requests) => publishJobs(nats, imageRequested, requests),
    })
    expect((await jobsPending(nats, imageRequested)) - before).toBe(3)
  })
})
