import type { Run, Summary } from '@catalog/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { serviceNames } from '../../deploy/local/services.ts'
import { catalogFile, csvOf } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
import { waitFor } from '../support/wait-for.ts'
import { startContainedSystem } from './contained-system.ts'
import type { ContainedSystem } from './contained-system.ts'
import { clearUp, docker } from './engine.ts'

const imageCount = 12
/** Limit for hangs, in milliseconds. A dead worker's claim expires after a minute. */
const phaseMs = 600_000
const stepMs = 1_800_000

let system: ContainedSystem
beforeAll(async () => {
  system = await startContainedSystem()
}, 1_200_000)
afterAll(() => clearUp(), stepMs)

test(
  'a catalog goes in by one gateway, its images are fetched, and it comes out of the other to be all unchanged',
  async () => {
    const other = system.clientOf(1)
    const draft = await system.upload(
      csvOf([
        { handle: 'pot', title: 'Pot', variant_price: '25', image_url: system.images.url('/replicas.jpg') },
        { handle: 'cup', title: 'Cup', variant_price: '7.99', status: 'draft' },
        { handle: 'plate', title: 'Plate', variant_price: 'seven' },
      ]),
    )
    expect(draft.preview).toMatchObject({ adds: 2, updates: 0, unchanged: 0, errors: 1 })
    const confirmed = await other.confirm(draft.draft_id)
    const run = await system.waitForRun(confirmed.run_id, undefined, { timeoutMs: phaseMs })
    expect(run).toMatchObject({
      added: 2,
      errored: 1,
      image_counts: { fetched: 1, rejected: 0, failed: 0 },
    })

    const [outcome] = run.image_outcomes
    const picture = await other.request(`/api/products/images/${outcome?.image_id}/thumb`)
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 160 })

    const { product_count: productCount } = await other.json<Summary>('/api/products/summary')
    expect(productCount).toBe(2)
    const exported = await system.request('/api/products/export')
    const again = await other.upload(new Uint8Array(await exported.arrayBuffer()))
    expect(again.preview).toMatchObject({ adds: 0, updates: 0, unchanged: 2, errors: 0 })
    expect(again.importable).toBe(false)
  },
  stepMs,
)

test(
  'one of each killed in the middle of an image phase loses no image, and no service',
  async () => {
    const storefront = 'one-of-each'
    const run = await beginImagePhase(storefront)
    const firstOfEach = serviceNames.flatMap((name) => system.services[name].slice(0, 1))
    await docker('stop', '-t', '0', ...firstOfEach.map((container) => container.getId()))
    await system.images.open()
    // Requests in progress at the first replicas have failed or wait; the second ones serve.
    await untilServed('the summary', () => system.clientOf(1).json('/api/products/summary', { storefront }))
    await Promise.all(firstOfEach.map((container) => container.restart({ timeout: 0 })))
    await expectAllFetched(run, storefront)
    // It is written after the run's new status is visible.
    const event = await waitFor(
      'the event of its completion',
      async () =>
        (await system.events('image_phase_completed')).find(
          ({ run_id: id, failed }) => id === run.run_id && failed === 0,
        ),
      { timeoutMs: phaseMs },
    )
    expect(event).toMatchObject({ fetched: imageCount, rejected: 0, failed: 0 })
  },
  stepMs,
)

/** A run in its image phase whose images wait for the image host to open. */
async function beginImagePhase(storefront: string): Promise<Run> {
  await system.images.hold()
  const file = catalogFile({
    products: imageCount,
    variants: 1,
    images: 1,
    imageUrl: (product) => system.images.url(`/${storefront}/${product}.jpg`),
  })
  const draft = await untilServed('the upload', () => system.upload(file, { storefront }))
  const run = await untilServed('the confirm', () => system.confirm(draft.draft_id, { storefront }))
  await waitFor(
    'fetches to be under way',
    async () => Object.keys(await system.images.asked(`/${storefront}/`)).length === 4,
    { timeoutMs: phaseMs },
  )
  return run
}

async function expectAllFetched({ run_id: runId }: Run, storefront: string): Promise<void> {
  let run = await waitForEnd(runId, storefront)
  // Three attempts of ten seconds may end before a busy machine opens the image host.
  while (run.image_counts.failed > 0) {
    const failed = run.image_outcomes.filter(({ outcome }) => outcome === 'failed')
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['timeout']))
    const path = `/api/products/imports/runs/${runId}/retry-images`
    await system.json<Run>(path, { method: 'POST', storefront })
    run = await waitForEnd(runId, storefront)
  }
  expect(run.image_counts).toEqual({ pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
}

async function waitForEnd(runId: string, storefront: string): Promise<Run> {
  const read = () => system.json<Run>(`/api/products/imports/runs/${runId}`, { storefront })
  return await waitFor(
    `run ${runId}`,
    async () => {
      const found = await untilServed(`run ${runId}`, read)
      return found.status === 'completed' && found
    },
    { timeoutMs: phaseMs, everyMs: 100 },
  )
}
