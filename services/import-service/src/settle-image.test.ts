import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { claimLifetimeMs } from '@catalog/contracts'
import type { ImageSettlement, Run } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { getRun } from './get-run.ts'
import { reportCompletion, reportCompletions } from './image-phase/completion.ts'
import { retryImages } from './retry-images.ts'
import { findUnreportedRuns } from './runs.sql.ts'
import { settleImage } from './settle-image.ts'
import { confirmImages, imageOf, readRun } from './testing/stored-runs.ts'
import { createTestContext } from './testing/test-context.ts'
import type { TestContext } from './testing/test-context.ts'

let service: TestContext
let run: Run

beforeAll(async () => {
  service = await createTestContext()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

beforeEach(async () => {
  run = await confirmImages(service.context, 'storefront', 2)
  service.events.length = 0
})

async function claim(index = 0): Promise<string> {
  const answer = await claimImage(service.context, imageOf(run, index))
  if (answer.result !== 'granted') throw new Error(`the claim was not granted: ${answer.result}`)
  return answer.token
}

function runInput() {
  return { storefront_id: run.storefront_id, run_id: run.run_id }
}

async function settle(token: string, fields: Partial<ImageSettlement> = {}, index = 0) {
  const { result } = await settleImage(service.context, {
    ...imageOf(run, index),
    token,
    outcome: 'fetched',
    reason: null,
    message: null,
    renditions: ['original', 'thumb'],
    ...fields,
  })
  return result
}

const failed: Partial<ImageSettlement> = {
  outcome: 'failed',
  reason: 'timeout',
  message: 'The host did not answer.',
  renditions: [],
}
const rejected: Partial<ImageSettlement> = {
  outcome: 'rejected',
  reason: 'not_an_image',
  message: 'Not an image.',
  renditions: [],
}

describe('a claim', () => {
  test('is granted once: others are told that it is busy until it runs out', async () => {
    const { context, clock } = service
    const answers = await Promise.all(Array.from({ length: 5 }, () => claimImage(context, imageOf(run))))
    expect(answers.map(({ result }) => result).sort()).toEqual(['busy', 'busy', 'busy', 'busy', 'granted'])
    expect(answers).toContainEqual({
      result: 'granted',
      token: expect.any(String),
      attempt: 1,
      url: run.image_outcomes[0]?.url,
    })
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, imageOf(run))).toEqual({ result: 'busy' })
    clock.advance(1)
    expect(await claimImage(context, imageOf(run))).toMatchObject({ result: 'granted', attempt: 2 })
  })

  test('is granted again, as the same attempt, to who asks again because the answer was lost', async () => {
    const { context, clock } = service
    const mine = { ...imageOf(run), token: randomUUID() }
    const granted = { result: 'granted', token: mine.token, attempt: 1, url: run.image_outcomes[0]?.url }
    expect(await claimImage(context, mine)).toEqual(granted)
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, mine)).toEqual(granted)
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, { ...mine, token: randomUUID() })).toEqual({ result: 'busy' })
    expect(await settle(mine.token)).toBe('settled')
    expect(await claimImage(context, mine)).toEqual({ result: 'settled' })
  })

  test('that comes late begins no further attempt for a worker that has answered', async () => {
    const { context, clock } = service
    const mine = { ...imageOf(run), token: randomUUID() }
    await claimImage(context, mine)
    expect(await settle(mine.token, failed)).toBe('retrying')
    clock.advance(2_000)
    expect(await claimImage(context, mine)).toEqual({ result: 'busy' })
    expect(await claimImage(context, imageOf(run))).toMatchObject({ result: 'granted', attempt: 2 })
  })

  test('of a settled image, of an unknown one or of another storefront has nothing to do', async () => {
    const { context } = service
    await settle(await claim())
    expect(await claimImage(context, imageOf(run))).toEqual({ result: 'settled' })
    expect(await claimImage(context, { ...imageOf(run, 1), image_id: run.run_id })).toEqual({
      result: 'settled',
    })
    expect(await claimImage(context, { ...imageOf(run, 1), storefront_id: 'other' })).toEqual({
      result: 'settled',
    })
  })

  test('after three attempts without an answer is exhausted, and the image has failed', async () => {
    const { context, clock } = service
    const tokens: string[] = []
    for (const _ of [1, 2, 3]) {
      tokens.push(await claim())
      clock.advance(claimLifetimeMs)
    }
    expect(await claimImage(context, imageOf(run))).toEqual({ result: 'exhausted' })
    expect(await claimImage(context, imageOf(run))).toEqual({ result: 'settled' })
    expect((await readRun(context, run)).image_outcomes[0]).toMatchObject({
      outcome: 'failed',
      reason: 'attempts_exhausted',
      attempts: 3,
    })
    expect(await settle(tokens[2] ?? '')).toBe('stale')
    expect((await readRun(context, run)).image_counts).toEqual({
      pending: 1,
      fetched: 0,
      rejected: 0,
      failed: 1,
    })
  })
})

describe('a settlement', () => {
  test('records outcome, reason, message and renditions, and moves the counts', async () => {
    const { context } = service
    expect(await settle(await claim(0))).toBe('settled')
    expect(await readRun(context, run)).toMatchObject({
      status: 'fetching_images',
      image_progress: { total: 2, handled: 1, percent: 50 },
      image_counts: { pending: 1, fetched: 1, rejected: 0, failed: 0 },
    })
    expect(await settle(await claim(1), rejected, 1)).toBe('settled')
    expect(await readRun(context, run)).toMatchObject({
      status: 'completed',
      completed_at: service.clock.time.toISOString(),
      image_progress: { total: 2, handled: 2, percent: 100 },
      image_outcomes: [
        { outcome: 'fetched', reason: null, message: null, attempts: 1, renditions: ['original', 'thumb'] },
        { outcome: 'rejected', reason: 'not_an_image', message: 'Not an image.', renditions: [] },
      ],
    })
  })

  test('with an old token changes nothing', async () => {
    const { context, clock } = service
    const old = await claim()
    clock.advance(claimLifetimeMs)
    const newest = await claim()
    expect(await settle(old, rejected)).toBe('stale')
    expect((await readRun(context, run)).image_counts.pending).toBe(2)
    expect(await settle(newest)).toBe('settled')
    expect(await settle(old, rejected)).toBe('stale')
    expect((await readRun(context, run)).image_outcomes[0]).toMatchObject({ outcome: 'fetched' })
  })

  test('that is late, but whose claim nobody took over, counts', async () => {
    const token = await claim()
    service.clock.advance(claimLifetimeMs * 3)
    expect(await settle(token)).toBe('settled')
  })

  test('that is repeated is answered as the first time and counted once', async () => {
    const { context } = service
    const token = await claim()
    expect(await settle(token, failed)).toBe('retrying')
    expect(await settle(token, failed)).toBe('retrying')
    expect(await settle(token)).toBe('retrying')
    service.clock.advance(2_000)
    const second = await claim()
    expect(await settle(second)).toBe('settled')
    expect(await settle(second)).toBe('settled')
    expect(await readRun(context, run)).toMatchObject({
      image_counts: { pending: 1, fetched: 1 },
      image_outcomes: [{ attempts: 2 }, {}],
    })
  })

  test('that failed is tried again after a pause, three times in all', async () => {
    const { context, clock } = service
    for (const [index, pauseMs] of [2_000, 10_000].entries()) {
      expect(await settle(await claim(), failed)).toBe('retrying')
      expect((await readRun(context, run)).image_outcomes[0]).toMatchObject({
        outcome: 'pending',
        reason: null,
        message: null,
        attempts: index + 1,
      })
      clock.advance(pauseMs - 1)
      expect(await claimImage(context, imageOf(run))).toEqual({ result: 'busy' })
      clock.advance(1)
    }
    expect(await settle(await claim(), failed)).toBe('settled')
    expect((await readRun(context, run)).image_outcomes[0]).toMatchObject({
      outcome: 'failed',
      reason: 'timeout',
      message: 'The host did not answer.',
      attempts: 3,
    })
  })

  test('of the last image completes the run and says so once, however many settle at the same time', async () => {
    const { context, clock, events } = service
    run = await confirmImages(context, 'storefront', 20)
    const tokens = await Promise.all(run.image_outcomes.map((_, index) => claim(index)))
    clock.advance(1_500)
    events.length = 0
    await Promise.all(
      [...tokens, ...tokens].map((token, index) =>
        settle(token, index % 2 === 0 ? {} : rejected, index % 20),
      ),
    )
    expect(events).toEqual([
      {
        name: 'imagePhaseCompleted',
        fields: { run_id: run.run_id, fetched: 10, rejected: 10, failed: 0, duration_ms: 1_500 },
      },
    ])
    expect(await readRun(context, run)).toMatchObject({
      status: 'completed',
      image_progress: { handled: 20 },
    })
  })
})

test('the end of an image phase is told of once, even where the last settlement could not (TEL-4)', async () => {
  const { context, events } = service
  run = await confirmImages(context, 'storefront', 1)
  const token = await claim()
  events.length = 0
  const dying = {
    ...context,
    wakeDispatcher: () => {
      throw new Error('the process dies here')
    },
  }
  const settlement: ImageSettlement = {
    ...imageOf(run),
    token,
    outcome: 'fetched',
    reason: null,
    message: null,
    renditions: [],
  }
  await expect(settleImage(dying, settlement)).rejects.toThrow('the process dies here')
  expect(await settle(token)).toBe('settled')
  expect(events).toEqual([])

  const [unreported] = await findUnreportedRuns(context.database)
  if (unreported === undefined) throw new Error('the run is still to be reported')
  await Promise.all([1, 2, 3].map(() => reportCompletion(context, unreported)))
  await reportCompletions(context)

  expect(events).toEqual([
    {
      name: 'imagePhaseCompleted',
      fields: { run_id: run.run_id, fetched: 1, rejected: 0, failed: 0, duration_ms: 0 },
    },
  ])
})

describe('retry-images', () => {
  test('takes rejected and failed images into a new round and leaves fetched ones', async () => {
    const { context, clock, events, wakes } = service
    await settle(await claim(0))
    const token = await claim(1)
    await settle(token, rejected, 1)
    clock.advance(60_000)
    const wakesBefore = wakes()

    const reopened = await retryImages(context, runInput())

    expect(reopened).toMatchObject({
      status: 'fetching_images',
      completed_at: null,
      image_counts: { pending: 1, fetched: 1, rejected: 0, failed: 0 },
      image_outcomes: [{ outcome: 'fetched' }, { outcome: 'pending', reason: null, attempts: 0 }],
    })
    expect(wakes()).toBe(wakesBefore + 1)
    expect(await settle(token, {}, 1)).toBe('stale')
    expect(await claimImage(context, imageOf(run))).toEqual({ result: 'settled' })
    events.length = 0
    clock.advance(700)
    expect(await settle(await claim(1), {}, 1)).toBe('settled')
    expect(events).toEqual([
      {
        name: 'imagePhaseCompleted',
        fields: { run_id: run.run_id, fetched: 2, rejected: 0, failed: 0, duration_ms: 700 },
      },
    ])
  })

  test('of a run without such images leaves it as it is', async () => {
    await settle(await claim(0))
    await settle(await claim(1), {}, 1)
    const before = await getRun(service.context, runInput())
    expect(await retryImages(service.context, runInput())).toEqual(before)
  })

  test("of another storefront's run finds none", async () => {
    await expect(
      retryImages(service.context, { ...runInput(), storefront_id: 'other' }),
    ).rejects.toMatchObject({
      code: 'run_not_found',
    })
  })
})
