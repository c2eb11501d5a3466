import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { ImageSettlement, Run } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { getRun } from './get-run.ts'
import { retryImages } from './retry-images.ts'
import { settleImage } from './settle-image.ts'
import { confirmImages, imageOf, rejected, settlementOf, takeClaim } from './testing/stored-runs.ts'
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

const claim = (index = 0) => takeClaim(service.context, imageOf(run, index))

async function settle(token: string, fields: Partial<ImageSettlement> = {}, index = 0) {
  const { result } = await settleImage(service.context, settlementOf(imageOf(run, index), token, fields))
  return result
}

function runInput() {
  return { storefront_id: run.storefront_id, run_id: run.run_id }
}

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
