import type { Summary } from '@catalog/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { serviceNames } from '../../deploy/local/services.ts'
import { csvOf } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
import { waitFor } from '../support/wait-for.ts'
import { startContainedSystem } from './contained-system.ts'
import type { ContainedSystem } from './contained-system.ts'
import { clearUp } from './engine.ts'
import {
  beginImagePhase,
  expectAllFetched,
  first,
  imageCount,
  phaseMs,
  restart,
  stepMs,
} from './image-phase.ts'

let system: ContainedSystem
beforeAll(async () => {
  system = await startContainedSystem({ replicas: 2 })
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
    const run = await beginImagePhase(system, storefront)
    await restart(
      serviceNames.map((name) => first(system, name)),
      {
        whileDown: async () => {
          await system.images.open()
          // Requests in progress at the first replicas have failed or wait; the second ones serve.
          await untilServed('the summary', () =>
            system.clientOf(1).json('/api/products/summary', { storefront }),
          )
        },
      },
    )
    await expectAllFetched(system, run, storefront)
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
