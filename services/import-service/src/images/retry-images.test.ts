import { describe, expect, test } from '@jest/globals'
import { claimImage } from './claim-image.ts'
import { findBrokenImages, findFetchedImages } from '../catalog/image-outcomes.sql.ts'
import { getRun } from '../runs/get-run.ts'
import { retryImages } from './retry-images.ts'
import { imageOf, rejected } from '../testing/stored-runs.ts'
import { useRun } from '../testing/use-run.ts'

const stored = await useRun()
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

  test('of a run without such images takes all, whose pictures stay until there are others', async () => {
    const { context, clock } = stored.service
    await settle(await claim(0))
    await settle(await claim(1), {}, 1)
    const before = await getRun(context, runInput())
    expect(await retryImages(context, { ...runInput(), images: 'missing' })).toEqual(before)
    const [first, second] = before.image_outcomes
    const ofFirst = [first?.image_id ?? '']
    const shown = () => findFetchedImages(context.database, runInput().storefront_id, ofFirst)
    const picture = await shown()

    const reopened = await retryImages(context, runInput())
    expect(reopened).toMatchObject({
      status: 'fetching_images',
      image_counts: { pending: 2, fetched: 0 },
      image_outcomes: [{ outcome: 'pending' }, { outcome: 'pending', renditions: second?.renditions }],
    })
    expect(await retryImages(context, runInput())).toEqual(reopened)
    clock.advance(60_000)
    await settle(await claim(0), rejected)
    await settle(await claim(1), { renditions: ['original'] }, 1)

    expect(await getRun(context, runInput())).toMatchObject({
      status: 'completed',
      image_counts: { pending: 0, fetched: 1, rejected: 1, failed: 0 },
      image_outcomes: [
        { outcome: 'rejected', renditions: first?.renditions },
        { outcome: 'fetched', renditions: ['original'] },
      ],
    })
    expect(await shown()).toEqual(picture)
    expect(await findBrokenImages(context.database, runInput().storefront_id, ofFirst)).toEqual(new Set())
    const all = await retryImages(context, { ...runInput(), images: 'all' })
    expect(all.image_counts).toEqual({ pending: 2, fetched: 0, rejected: 0, failed: 0 })
  })

  test("of another storefront's run finds none", async () => {
    await expect(
      retryImages(stored.service.context, { ...runInput(), storefront_id: 'other' }),
    ).rejects.toMatchObject({
      code: 'run_not_found',
    })
  })
})
