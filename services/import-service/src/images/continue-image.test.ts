import { beforeEach, describe, expect, test } from '@jest/globals'
import type { ImageRequested, Run } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { continueImage } from './continue-image.ts'
import { requestDueImages } from './dispatcher.ts'
import { quick, slow, unknown } from '../runs/slowness.ts'
import { settleImage } from './settle-image.ts'
import { confirmImages, failed, imageOf, readRun, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import type { ImageKey } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, clock, wakes, setSlowness, deleteRuns } = await useTestContext()
beforeEach(() => deleteRuns())

interface Held {
  image: ImageKey
  token: string
}

async function hold(run: Run, index: number): Promise<Held> {
  const image = imageOf(run, index)
  return { image, token: await takeClaim(context, image) }
}

/** Claims the first images of the run, one after the other. */
async function holdFirst(run: Run, count: number): Promise<Held[]> {
  const held: Held[] = []
  for (let index = 0; index < count; index += 1) {
    held.push(await hold(run, index))
    clock.advance(1)
  }
  return held
}

async function ask({ image, token }: Held, waitedMs: number): Promise<string> {
  return (await continueImage(context, { ...image, token, waited_ms: waitedMs })).result
}

async function slownessOf(storefrontId: string): Promise<unknown> {
  return (await database('import_runs').where({ storefront_id: storefrontId }).first()).image_slowness
}

test('an image that its worker gives back is due at once, and no attempt is counted', async () => {
  const run = await confirmImages(context, 'alone', 1)
  const { image, token } = await hold(run, 0)
  const answer = await continueImage(context, { ...image, token, waited_ms: 0, gives_back: true })
  expect(answer).toEqual({ result: 'yield' })
  expect(await database('run_images').where({ storefront_id: 'alone' }).first()).toMatchObject({
    outcome: 'pending',
    attempts: 0,
    claim_expires_at: null,
    request_at: context.now(),
  })
})

describe('an image that waits for its host', () => {
  test('continues while no other storefront has images, but leaves a worker free for the next storefront', async () => {
    const held = await holdFirst(await confirmImages(context, 'alone', 9), 4)
    for (const waitedMs of [100, 300]) {
      expect(await continueImage(context, { ...keyOf(held[0]), waited_ms: waitedMs })).toEqual({
        result: 'continue',
        ask_after_ms: waitedMs === 100 ? 200 : 700,
      })
    }
    clock.advance(1_000)
    const answers: string[] = []
    for (const one of held) answers.push(await ask(one, 1_000))
    expect(answers).toEqual(['continue', 'continue', 'continue', 'yield'])
  })

  test('gives its worker to a quick storefront, but for the two that are in hand for longest', async () => {
    const held = await holdFirst(await confirmImages(context, 'dead', 9), 4)
    await confirmImages(context, 'quick', 9)
    await setSlowness(quick, 'quick')
    clock.advance(1_000)
    const answers: string[] = []
    for (const one of held.toReversed()) answers.push(await ask(one, 1_000))
    // The first one to ask frees a worker, which is taken by now.
    expect(answers[0]).toBe('yield')
    await hold(await confirmImages(context, 'quick', 9), 0)
    expect(await ask(held[2] ?? missing(), 2_000)).toBe('yield')
    await hold(await confirmImages(context, 'quick', 9), 0)
    for (const one of held.slice(0, 2)) expect(await ask(one, 2_000)).toBe('continue')
  })

  test('gives its worker to a storefront that is not tried yet, but for the one in hand for longest', async () => {
    const dead = await confirmImages(context, 'dead', 9)
    const held = await holdFirst(dead, 3)
    await setSlowness(slow, 'dead')
    await hold(await confirmImages(context, 'first', 9), 0)
    await confirmImages(context, 'next', 9)
    clock.advance(1_000)
    expect(await ask(held[0] ?? missing(), 1_000)).toBe('continue')
    expect(await ask(held[1] ?? missing(), 1_000)).toBe('yield')
  })

  test('continues where a worker is free', async () => {
    const held = await holdFirst(await confirmImages(context, 'dead', 9), 3)
    await confirmImages(context, 'next', 9)
    clock.advance(1_000)
    for (const one of held) expect(await ask(one, 1_000)).toBe('continue')
  })

  test('of a run that is not known gives way after a tenth of a second to others like it, once', async () => {
    const runs: Run[] = []
    for (const storefront of ['a', 'b', 'c', 'd']) runs.push(await confirmImages(context, storefront, 9))
    const held = await Promise.all(runs.map((run) => hold(run, 0)))
    expect(await ask(held[0] ?? missing(), 100)).toBe('continue')
    await confirmImages(context, 'e', 9)
    expect(await ask(held[0] ?? missing(), 99)).toBe('continue')
    expect(await ask(held[0] ?? missing(), 100)).toBe('yield')
    clock.advance(1)
    const again = await hold(runs[0] ?? missing(), 1)
    expect(await claimImage(context, imageOf(runs[1] ?? missing(), 1))).toMatchObject({ ask_after_ms: 100 })
    // Its run is in more doubt now and has a patience of 300 ms.
    expect(await ask(again, 100)).toBe('continue')
    expect(await ask(again, 300)).toBe('yield')
    expect(await slownessOf('a')).toBe(unknown + 2)
  })

  test('that was put back is due again behind the others, as if it had not been tried', async () => {
    const dead = await confirmImages(context, 'dead', 9)
    const held = await holdFirst(dead, 4)
    clock.advance(1_000)
    await confirmImages(context, 'next', 9)
    const wakesBefore = wakes()
    const last = held[3] ?? missing()
    expect(await ask(last, 1_000)).toBe('yield')
    expect(wakes()).toBe(wakesBefore + 1)
    expect(await context.metrics.imageYields.get()).toMatchObject({ values: [{ value: expect.any(Number) }] })

    // Its worker's settlement and its next question come too late.
    expect(await ask(last, 2_000)).toBe('yield')
    expect((await settleImage(context, settlementOf(last.image, last.token))).result).not.toBe('settled')
    expect((await readRun(context, dead)).image_counts.pending).toBe(9)
    const inLine: { image_id: string }[] = await database('run_images')
      .where({ storefront_id: 'dead' })
      .whereNotNull('request_at')
      .orderBy(['request_at', 'image_id'])
    expect(inLine.at(-1)?.image_id).toBe(last.image.image_id)
    await setSlowness(quick)
    expect(await claimImage(context, last.image)).toMatchObject({ result: 'granted', attempt: 1 })
  })

  test('is no more the worker’s once another has it, or once it is settled', async () => {
    const run = await confirmImages(context, 'a', 2)
    const old = await hold(run, 0)
    clock.advance(60_000)
    const newest = await hold(run, 0)
    expect(await ask(old, 30_000)).toBe('yield')
    expect(await ask(newest, 100)).toBe('continue')
    await settleImage(context, settlementOf(newest.image, newest.token))
    expect(await ask(newest, 300)).toBe('yield')
    expect(await ask({ ...newest, image: { ...newest.image, storefront_id: 'other' } }, 300)).toBe('yield')
  })
})

describe('a run', () => {
  test('is slow after two images that took more than a second, those in hand at once being one', async () => {
    const run = await confirmImages(context, 'a', 9)
    const held = await holdFirst(run, 2)
    clock.advance(1_000)
    for (const one of held) await ask(one, 1_000)
    expect(await slownessOf('a')).toBe(slow - 1)
    clock.advance(1)
    const next = await hold(run, 2)
    clock.advance(1_000)
    await ask(next, 1_000)
    await ask(next, 2_000)
    expect(await slownessOf('a')).toBe(slow)
  })

  test.each([
    ['fetched', {}],
    ['failed for now', failed],
  ])('is quick again once an image has ended that was claimed later: %s', async (_, outcome) => {
    const run = await confirmImages(context, 'a', 9)
    const sibling = await hold(run, 0)
    const slowOne = await hold(run, 1)
    clock.advance(1_000)
    await ask(slowOne, 1_000)
    // The images that were in hand when the run was found slow add nothing new.
    await settleImage(context, settlementOf(sibling.image, sibling.token, outcome))
    await settleImage(context, settlementOf(slowOne.image, slowOne.token, outcome))
    expect(await slownessOf('a')).toBe(slow - 1)
    clock.advance(1)
    const later = await hold(run, 2)
    await settleImage(context, settlementOf(later.image, later.token, outcome))
    expect(await slownessOf('a')).toBe(quick)
  })
})

test('an image that was in the queue before its run was found slow waits again, and no attempt is counted', async () => {
  const run = await confirmImages(context, 'a', 9)
  await setSlowness(quick)
  await requestDueImages({ ...context, publish: async () => {} })
  await setSlowness(slow)
  await holdFirst(run, 3)
  const next = imageOf(run, 3)
  expect(await claimImage(context, next)).toEqual({ result: 'busy' })
  expect(await database('run_images').where({ image_id: next.image_id }).first()).toMatchObject({
    attempts: 0,
    request_at: clock.time,
    claim_expires_at: null,
  })
})

test('a slow storefront finishes beside a quick one and new ones that never end', async () => {
  const dead = await confirmImages(context, 'dead', 4)
  await confirmImages(context, 'quick', 1_500)
  const queue: ImageRequested[] = []
  const options = {
    ...context,
    publish: async (requests: { payload: ImageRequested }[]) => {
      queue.push(...requests.map(({ payload }) => payload))
    },
  }
  let hands: (Held & { since: number })[] = []
  let seconds = 0
  let inHandAtMost = 0
  const isPending = async () => (await readRun(context, dead)).image_counts.pending > 0
  while (await isPending()) {
    if (seconds > 300) throw new Error('the slow storefront does not come to its end')
    if (seconds % 10 === 0) await confirmImages(context, `new-${seconds}`, 1)
    for (let handled = 0; handled < 4; handled += 1) {
      await requestDueImages(options)
      const image = hands.length < 4 ? queue.shift() : undefined
      if (image === undefined) continue
      const claim = await claimImage(context, image)
      if (claim.result !== 'granted') continue
      const one = { image: keyIn(image), token: claim.token, since: seconds }
      inHandAtMost = Math.max(inHandAtMost, hands.length + 1)
      if (image.storefront_id === 'dead') hands.push(one)
      else await settleImage(context, settlementOf(one.image, one.token))
    }
    clock.advance(1_000)
    seconds += 1
    const going: typeof hands = []
    for (const one of hands) {
      const waitedMs = (seconds - one.since) * 1_000
      if (waitedMs >= 30_000) await settleImage(context, settlementOf(one.image, one.token))
      else if ((await ask(one, waitedMs)) === 'continue') going.push(one)
    }
    hands = going
  }
  expect(inHandAtMost).toBeLessThanOrEqual(4)
  const waiting: unknown[] = await database('run_images').where({
    storefront_id: 'quick',
    outcome: 'pending',
  })
  expect(waiting.length).toBeGreaterThan(0)
})

function keyIn({ storefront_id, run_id, image_id }: ImageRequested): ImageKey {
  return { storefront_id, run_id, image_id }
}

function keyOf(held: Held | undefined): ImageKey & { token: string } {
  const { image, token } = held ?? missing()
  return { ...image, token }
}

function missing(): never {
  throw new Error('there is none')
}
