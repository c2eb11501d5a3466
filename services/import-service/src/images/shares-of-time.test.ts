import { beforeEach, expect, test } from '@jest/globals'
import { imageRequested } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import { claimImage } from './claim-image.ts'
import { continueImage } from './continue-image.ts'
import { requestDueImages } from './dispatcher.ts'
import { settleImage } from './settle-image.ts'
import { confirmImages, failed, settlementOf } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, clock, deleteRuns } = await useTestContext()
beforeEach(() => deleteRuns())

interface Hand {
  image: ImageRequested
  token: string
  beganAt: number
  askAt: number
}

const timeMs = () => clock.time.getTime()

/**
 * The workers, on the test's clock: hosts answer after as many milliseconds as `msOf` has for their storefront,
 * everything else takes no time. Those of `failing` answer with an error.
 */
function startWorkers(msOf: Record<string, number>, failing: string[] = []) {
  const queue: ImageRequested[] = []
  const publish = async (requests: { payload: ImageRequested }[]) => {
    queue.push(...requests.map(({ payload }) => payload))
  }
  const hands = new Set<Hand>()
  const ended = new Map<string, number>()
  const endOf = ({ image, beganAt }: Hand) => beganAt + (msOf[image.storefront_id] ?? 0)

  async function fill(): Promise<void> {
    await requestDueImages({ ...context, publish })
    while (hands.size < imageRequested.maxAckPending) {
      const image = queue.shift()
      if (image === undefined) return
      const claim = await claimImage(context, keyOf(image))
      if (claim.result !== 'granted') await requestDueImages({ ...context, publish })
      else {
        const askAt = timeMs() + (claim.ask_after_ms ?? 100)
        hands.add({ image, token: claim.token, beganAt: timeMs(), askAt })
      }
    }
  }

  async function step(): Promise<void> {
    await fill()
    const next = Math.min(...[...hands].map((hand) => Math.min(endOf(hand), hand.askAt)))
    clock.advance(next - timeMs())
    for (const hand of hands) {
      const { image, token } = hand
      if (endOf(hand) <= timeMs()) {
        const fields = failing.includes(image.storefront_id) ? failed : {}
        await settleImage(context, settlementOf(keyOf(image), token, fields))
        ended.set(image.storefront_id, (ended.get(image.storefront_id) ?? 0) + 1)
        hands.delete(hand)
      } else if (hand.askAt <= timeMs()) {
        const waitedMs = timeMs() - hand.beganAt
        const answer = await continueImage(context, { ...keyOf(image), token, waited_ms: waitedMs })
        if (answer.result === 'yield') hands.delete(hand)
        else hand.askAt = timeMs() + answer.ask_after_ms
      }
      await fill()
    }
  }

  return {
    /** Works until so many images of the storefront have ended; returns the milliseconds that took. */
    async until(storefront: string, images: number): Promise<number> {
      const beganAt = timeMs()
      const goal = (ended.get(storefront) ?? 0) + images
      while ((ended.get(storefront) ?? 0) < goal) await step()
      return timeMs() - beganAt
    },
    /** Works for at least so many milliseconds. */
    async work(ms: number): Promise<void> {
      const until = timeMs() + ms
      while (timeMs() < until) await step()
    },
    ended: (storefront: string) => ended.get(storefront) ?? 0,
  }
}

function keyOf({ storefront_id, run_id, image_id }: ImageRequested) {
  return { storefront_id, run_id, image_id }
}

test.each([
  ['one whose host takes', 1, 900],
  ['three whose hosts take', 3, 900],
  ['three whose hosts take', 3, 200],
  ['three whose hosts take', 3, 450],
  ['three whose hosts take', 3, 550],
])(
  'forty images take at most three times as long beside %s: %d storefronts, %d ms',
  async (_, storefronts, ms) => {
    const ids = Array.from({ length: storefronts }, (_each, index) => `other-${index}`)
    const workers = startWorkers({ fast: 60, ...Object.fromEntries(ids.map((id) => [id, ms])) })
    await confirmImages(context, 'fast', 40)
    const alone = await workers.until('fast', 40)
    for (const id of ids) await confirmImages(context, id, 60)
    await workers.until('other-0', 12)
    await confirmImages(context, 'fast', 40)
    expect(await workers.until('fast', 40)).toBeLessThanOrEqual(3 * alone)
  },
)

test.each([
  ['arrive', []],
  ['fail', ['long']],
])(
  'storefronts get equal shares of the workers, however long their images take that %s',
  async (_, failing) => {
    const workers = startWorkers({ long: 400, short: 40 }, failing)
    for (const id of ['long', 'short']) await confirmImages(context, id, 150)
    await workers.until('short', 1)
    await workers.until('short', 120)
    const ratio = (workers.ended('long') * 400) / (workers.ended('short') * 40)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.5)
  },
)

test.each([
  ['one whose host takes 900 ms', 1, 900, 40],
  ['three whose hosts take 900 ms', 3, 900, 40],
  ['three whose hosts take 300 ms', 3, 300, 40],
  ['ten whose hosts never answer', 10, 60_000, 40],
  ['ten whose hosts never answer, with one image each', 10, 60_000, 1],
])(
  'single images of a storefront whose images are quick find a free worker beside %s',
  async (_, storefronts, ms, images) => {
    const ids = Array.from({ length: storefronts }, (_each, index) => `other-${index}`)
    const workers = startWorkers({ fast: 60, ...Object.fromEntries(ids.map((id) => [id, ms])) })
    await confirmImages(context, 'fast', 1)
    expect(await workers.until('fast', 1)).toBe(60)
    const waits: number[] = []
    for (let time = 0; time < 8; time += 1) {
      if (time % 4 === 0) for (const id of ids) await confirmImages(context, id, images)
      await workers.work(time === 0 ? 2_000 : 250)
      await confirmImages(context, 'fast', 1)
      waits.push(await workers.until('fast', 1))
    }
    expect(waits).toEqual(waits.map(() => 60))
  },
)

test('a storefront that is alone has all workers, also if its images take long after shorter ones', async () => {
  const times = { own: 60 }
  const workers = startWorkers(times)
  await confirmImages(context, 'own', 4)
  await workers.until('own', 4)
  times.own = 400
  await confirmImages(context, 'own', 80)
  await workers.until('own', 40)
  expect(await workers.until('own', 40)).toBeLessThanOrEqual(10 * 400)
})
