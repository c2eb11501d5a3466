import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { claimLifetimeMs } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { failed, imageOf, readRun } from '../testing/stored-runs.ts'
import { useRun } from '../testing/use-run.ts'

const stored = await useRun()
const { claim, settle } = stored

describe('a claim', () => {
  test('is granted once: for others it is busy until it expires', async () => {
    const { context, clock } = stored.service
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => claimImage(context, imageOf(stored.run))),
    )
    expect(answers.map(({ result }) => result).sort()).toEqual(['busy', 'busy', 'busy', 'busy', 'granted'])
    expect(answers).toContainEqual({
      result: 'granted',
      token: expect.any(String),
      attempt: 1,
      url: stored.run.image_outcomes[0]?.url,
      ask_after_ms: 100,
    })
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'busy' })
    clock.advance(1)
    expect(await claimImage(context, imageOf(stored.run))).toMatchObject({ result: 'granted', attempt: 2 })
  })

  test('is granted again, as the same attempt, where the answer was lost', async () => {
    const { context, clock } = stored.service
    const mine = { ...imageOf(stored.run), token: randomUUID() }
    const granted = {
      result: 'granted',
      token: mine.token,
      attempt: 1,
      url: stored.run.image_outcomes[0]?.url,
      ask_after_ms: 100,
    }
    expect(await claimImage(context, mine)).toEqual(granted)
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, mine)).toEqual(granted)
    clock.advance(claimLifetimeMs - 1)
    expect(await claimImage(context, { ...mine, token: randomUUID() })).toEqual({ result: 'busy' })
    expect(await settle(mine.token)).toBe('settled')
    expect(await claimImage(context, mine)).toEqual({ result: 'settled' })
  })

  test('that comes late begins no further attempt for a worker that has answered', async () => {
    const { context, clock } = stored.service
    const mine = { ...imageOf(stored.run), token: randomUUID() }
    await claimImage(context, mine)
    expect(await settle(mine.token, failed)).toBe('retrying')
    clock.advance(2_000)
    expect(await claimImage(context, mine)).toEqual({ result: 'busy' })
    expect(await claimImage(context, imageOf(stored.run))).toMatchObject({ result: 'granted', attempt: 2 })
  })

  test('of a settled image, of an unknown one or of another storefront has nothing to do', async () => {
    const { context } = stored.service
    await settle(await claim())
    expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'settled' })
    expect(await claimImage(context, { ...imageOf(stored.run, 1), image_id: stored.run.run_id })).toEqual({
      result: 'settled',
    })
    expect(await claimImage(context, { ...imageOf(stored.run, 1), storefront_id: 'other' })).toEqual({
      result: 'settled',
    })
  })

  test('after three attempts without an answer is exhausted, and the image has failed', async () => {
    const { context, clock } = stored.service
    const tokens: string[] = []
    for (const _ of [1, 2, 3]) {
      tokens.push(await claim())
      clock.advance(claimLifetimeMs)
    }
    expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'exhausted' })
    expect(await claimImage(context, imageOf(stored.run))).toEqual({ result: 'settled' })
    expect((await readRun(context, stored.run)).image_outcomes[0]).toMatchObject({
      outcome: 'failed',
      reason: 'attempts_exhausted',
      attempts: 3,
    })
    expect(await settle(tokens[2] ?? '')).toBe('stale')
    expect((await readRun(context, stored.run)).image_counts).toEqual({
      pending: 1,
      fetched: 0,
      rejected: 0,
      failed: 1,
    })
  })
})
