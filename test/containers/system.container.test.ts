import { randomBytes } from 'node:crypto'
import type { Summary } from '@catalog/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { serviceNames } from '../../deploy/local/services.ts'
import { catalogFile, csvOf } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
import { waitFor } from '../support/wait-for.ts'
import { startContainedSystem } from './contained-system.ts'
import type { ContainedSystem } from './contained-system.ts'
import { clearUp } from './engine.ts'
import {
  atOnce,
  beginImagePhase,
  expectAllFetched,
  first,
  graceful,
  imageCount,
  phaseMs,
  restart,
  stepMs,
} from './image-phase.ts'

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

describe('restarted in the middle of its work', () => {
  test.each([
    ['image-service', 'asked to stop', graceful],
    ['import-service', 'killed', atOnce],
    ['nats', 'killed', atOnce],
    ['postgres', 'killed', atOnce],
  ] as const)(
    '%s, %s, loses no image of a run',
    async (name, how, timeout) => {
      const storefront = `${name}-${how === 'killed' ? 'killed' : 'stopped'}`
      const containers = name === 'nats' || name === 'postgres' ? [system[name]] : system.services[name]
      const run = await beginImagePhase(system, storefront)
      await restart(containers, { timeout, whileDown: () => system.images.open() })
      await expectAllFetched(system, run, storefront)
    },
    stepMs,
  )

  test(
    'export-service, killed, breaks the export off, and the next one is whole',
    async () => {
      const storefront = 'export-killed'
      const words = randomBytes(4_000).toString('hex')
      // More than all buffers in between can store.
      for (const part of ['a', 'b', 'c']) {
        const rows = Array.from({ length: 1_200 }, (_, index) => ({
          handle: `${part}-product-${index}`,
          title: 'Long',
          variant_price: '1',
          description_html: `<p>${words}</p>`,
        }))
        const draft = await untilServed('the upload', () => system.upload(csvOf(rows), { storefront }))
        await untilServed('the confirm', () => system.confirm(draft.draft_id, { storefront }))
      }
      const response = await system.request('/api/products/export', { storefront })
      const reader = response.body?.getReader()
      await reader?.read()
      await restart(system.services['export-service'])
      await expect(readToEnd(reader)).rejects.toThrow()

      const whole = await untilServed('an export', async () => {
        const next = await system.request('/api/products/export', { storefront })
        const text = await next.text()
        if (!next.ok) throw new Error(text)
        return text
      })
      expect(whole.match(/product-/g)).toHaveLength(3_600)
      expect(whole.endsWith('\r\n')).toBe(true)
    },
    stepMs,
  )

  test(
    'the gateway, killed, breaks the upload off, and the next one makes the draft',
    async () => {
      const storefront = 'gateway-killed'
      const begun = Promise.withResolvers<void>()
      let sent = 0
      // A megabyte, and then nothing more.
      const half = new ReadableStream({
        pull: (controller) => {
          if (sent === 16) return begun.resolve()
          sent += 1
          controller.enqueue(Buffer.alloc(65_536, 'handle,title\n'))
          return undefined
        },
      })
      const broken = expect(system.upload('', { storefront, body: half })).rejects.toThrow()
      await begun.promise
      await restart([first(system, 'gateway')])
      await broken
      const file = catalogFile({ products: 50, variants: 2 })
      const draft = await untilServed('the upload', () => system.upload(file, { storefront }))
      expect(draft.preview).toMatchObject({ adds: 100, errors: 0 })
    },
    stepMs,
  )
})

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (reader === undefined) throw new Error('the answer has no body')
  for (;;) if ((await reader.read()).done) return
}
