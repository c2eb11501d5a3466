import { describe, expect, test } from '@jest/globals'
import { claimLifetimeMs } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { confirmImages, failed, imageOf, readRun, rejected } from '../testing/stored-runs.ts'
import { useRun } from '../testing/use-run.ts'

const stored = await useRun()
const { claim, settle } = stored

describe('a settlement', () => {
  test('records outcome, reason, message and renditions, and moves the counts', async () => {
    const { context } = stored.service
    expect(await settle(await claim(0))).toBe('settled')
    expect(await readRun(context, stored.run)).toMatchObject({
      status: 'fetching_images',
      image_progress: { total: 2, handled: 1, percent: 50 },
      image_counts: { pending: 1, fetched: 1, rejected: 0, failed: 0 },
    })
    expect(await settle(await claim(1), rejected, 1)).toBe('settled')
    expect(await readRun(context, stored.run)).toMatchObject({
      status: 'completed',
      completed_at: stored.service.clock.time.toISOString(),
      image_progress: { total: 2, handled: 2, percent: 100 },
      image_outcomes: [
        { outcome: 'fetched', reason: null, message: null, attempts: 1, renditions: ['original', 'thumb'] },
        { outcome: 'rejected', reason: 'not_an_image', message: 'Not an image.', renditions: [] },
      ],
    })
  })

  test('with an old token changes nothing', async () => {
    const { context, clock } = stored.service
    const old = await claim()
    clock.advance(claimLifetimeMs)
    const newest = await claim()
    expect(await settle(old, rejected)).toBe('stale')
    expect((await readRun(context, stored.run)).image_counts.pending).toBe(2)
    expect(await settle(newest)).toBe('settled')
    expect(await settle(old, rejected)).toBe('stale')
    expect((await readRun(context, stored.run)).image_outcomes[0]).toMatchObject({ outcome: 'fetched' })
  })

  test('that is late, but whose claim nobody took over, counts', async () => {
    const token = await claim()
    stored.service.clock.advance(claimLifetimeMs * 3)
    expect(await settle(token)).toBe('settled')
  })

  test('that is repeated is answered as the first time and counted once', async () => {
    const { context } = stored.service
    const token = await claim()
    expect(await settle(token, failed)).toBe('retrying')
    expect(await settle(token, failed)).toBe('retrying')
    expect(await settle(token)).toBe('retrying')
    stored.service.clock.advance(2_000)
    const second = await claim()
    expect(await settle(second)).toBe('settled')
    expect(await settle(second)).toBe('settled')
    expect(await readRun(context, stored.run)).toMatchObject({
      image_counts: { pending: 1, fetched: 1 },
      image_outcomes: [{ attempts: 2 }, {}],
    })
  })

  test('that failed is tried again after a pause, three times in all', async () => {
    const { context, clock } = stored.service
    for (const [index, pauseMs] of [2_000, 10_000].entries()) {
      expect(await settle(await claim(), failed)).toBe('retrying')
      expect((await readRun(context, stored.run)).image_outcomes[0]).toMatchObject({
        outcome: 'pending',
        reason: null,
        message: null,
        attempts: index + 1,
      })
      clock.advance(pauseMs - 1)
      expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'busy' })
      clock.advance(1)
    }
    expect(await settle(await claim(), failed)).toBe('settled')
    expect((await readRun(context, stored.run)).image_outcomes[0]).toMatchObject({
      outcome: 'failed',
      reason: 'timeout',
      message: 'The host did not answer.',
      attempts: 3,
    })
  })

  test('of the last image completes the run and says so once, however many settle at the same time', async () => {
    const { context, clock, events } = stored.service
    const run = await confirmImages(context, 'storefront', 20)
    const tokens = await Promise.all(run.image_outcomes.map((_, index) => claim(index, run)))
    clock.advance(1_500)
    events.length = 0
    await Promise.all(
      [...tokens, ...tokens].map((token, index) =>
        settle(token, index % 2 === 0 ? {} : rejected, index % 20, run),
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
