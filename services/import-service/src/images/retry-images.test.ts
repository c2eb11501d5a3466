import { describe, expect, test } from '@jest/globals'
import { claimImage } from './claim-image.ts'
import { getRun } from '../runs/get-run.ts'
import { retryImages } from './retry-images.ts'
import { imageOf, rejected } from '../testing/stored-runs.ts'
import { useRun } from '../testing/use-run.ts'

const stored = useRun()
const { claim, settle } = stored

function runInput() {
  return { storefront_id: stored.run.storefront_id, run_id: stored.run.run_id }
}

describe('retry-images', () => {
  test('takes rejected and failed images into a new round and leaves fetched ones', async () => {
    const { context, clock, events, wakes } = stored.service
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
    expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'settled' })
    events.length = 0
    clock.advance(700)
    expect(await settle(await claim(1), {}, 1)).toBe('settled')
    expect(events).toEqual([
      {
        name: 'imagePhaseCompleted',
        fields: { run_id: stored.run.run_id, fetched: 2, rejected: 0, failed: 0, duration_ms: 700 },
      },
    ])
  })

  test('of a run without such images leaves it as it is', async () => {
    await settle(await claim(0))
    await settle(await claim(1), {}, 1)
    const before = await getRun(stored.service.context, runInput())
    expect(await retryImages(stored.service.context, runInput())).toEqual(before)
  })

  test("of another storefront's run finds none", async () => {
    await expect(
      retryImages(stored.service.context, { ...runInput(), storefront_id: 'other' }),
    ).rejects.toMatchObject({
      code: 'run_not_found',
    })
  })
})
