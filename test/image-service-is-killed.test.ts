import type { ServerResponse } from 'node:http'
import type { Run } from '@catalog/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { csvOf } from './support/canonical-file.ts'
import { paintPicture, startImageHost } from './support/image-host.ts'
import type { ImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

let system: System
let images: ImageHost
beforeAll(async () => {
  images = await startImageHost()
  system = await startSystem({ env: { 'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } } })
}, 60_000)
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await images?.[Symbol.asyncDispose]()
})

const paths = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
const [quick, slow] = [paths.slice(0, 4), paths.slice(4)]
const pathOf = ({ url }: Run['image_outcomes'][number]) => new URL(url).pathname

/** The pictures of these paths are under way until `release` is called; what is asked for later comes at once. */
function holdPictures(held: string[]): { waiting: ServerResponse[]; release: () => void } {
  const waiting: ServerResponse[] = []
  let isHolding = true
  for (const path of held) {
    images.answer(path, (_request, response) => {
      if (isHolding) waiting.push(response)
      else void paintPicture(path).then((bytes) => response.end(bytes))
    })
  }
  return {
    waiting,
    release() {
      isHolding = false
      for (const response of waiting) response.destroy()
    },
  }
}

// It takes a minute: so long does the queue wait for a worker that is gone (ack_wait).
test('image-service killed in the middle of the phase: no image is lost, and none fetched again once it is settled', async () => {
  const pictures = holdPictures(slow)
  const rows = paths.map((path, index) => ({
    handle: `pictured-${index}`,
    title: 'Pictured',
    variant_price: '1',
    image_url: images.url(path),
  }))
  const draft = await system.upload(csvOf(rows))
  const { run_id: runId } = await system.confirm(draft.draft_id)
  await waitFor('four fetches under way', () => pictures.waiting.length >= 4)
  const before = await system.waitForRun(runId, (run) => run.image_counts.fetched === quick.length)
  expect(before.image_counts.pending).toBe(slow.length)

  await system.kill('image-service')
  // More than the four in hand, if the machine was so slow that a held one was given up and tried again.
  const asked = images.counts()
  pictures.release()
  await system.start('image-service')

  const run = await system.waitForRun(runId, undefined, { timeoutMs: 150_000 })
  expect(run.image_counts).toEqual({ pending: 0, fetched: paths.length, rejected: 0, failed: 0 })
  expect(run.image_outcomes.map(pathOf).toSorted()).toEqual(paths.toSorted())
  expect(quick.map((path) => images.requests(path))).toEqual(quick.map(() => 1))
  // Once more those in hand, once the others.
  expect(slow.map((path) => images.requests(path) - (asked.get(path) ?? 0))).toEqual(slow.map(() => 1))
  await system.waitForEvent('image_phase_completed', { run_id: runId })
  expect(system.events('image_phase_completed')).toHaveLength(1)
}, 240_000)
