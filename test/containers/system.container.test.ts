import { randomBytes } from 'node:crypto'
import type { Run, Summary } from '@catalog/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import type { StartedTestContainer } from 'testcontainers'
import { serviceNames } from '../../deploy/local/services.ts'
import type { ServiceName } from '../../deploy/local/services.ts'
import type { Api } from '../support/api.ts'
import { catalogFile, csvOf } from '../support/canonical-file.ts'
import { waitFor } from '../support/wait-for.ts'
import { startContainedSystem } from './contained-system.ts'
import type { ContainedSystem } from './contained-system.ts'
import { clearUp, docker } from './engine.ts'

const stepMs = 240_000
/** A claim of a worker that is gone runs out after a minute. */
const phaseMs = 200_000
const imageCount = 12
/** How long a restart waits for the process to end by itself, in milliseconds. */
const graceful = 30_000
const atOnce = 0

let system: ContainedSystem
beforeAll(async () => {
  system = await startContainedSystem()
}, 1_200_000)
afterAll(() => clearUp(), 120_000)

test(
  'a catalog goes in by preview and confirm, its images are fetched, and it comes out to be all unchanged',
  () => walkThrough(system, system, 'journey'),
  stepMs,
)

describe('restarted in the middle of its work', () => {
  test.each([
    ['image-service', 'asked to stop', graceful],
    ['import-service', 'killed', atOnce],
    ['nats', 'asked to stop', graceful],
    ['nats', 'killed', atOnce],
    ['postgres', 'asked to stop', graceful],
    ['postgres', 'killed', atOnce],
  ] as const)(
    '%s, %s, loses no image of a run',
    async (name, how, timeout) => {
      const storefront = `${name}-${how === 'killed' ? 'killed' : 'stopped'}`
      const container = name === 'nats' || name === 'postgres' ? system[name] : first(name)
      const run = await beginImagePhase(system, storefront)
      await restart([container], { timeout, whileDown: () => system.images.open() })
      await expectAllFetched(run, storefront)
    },
    stepMs,
  )

  test(
    'export-service, killed, breaks the export off, and the next one is whole',
    async () => {
      const storefront = 'export-killed'
      const words = randomBytes(4_000).toString('hex')
      // Larger than what all the buffers on the way hold.
      for (const part of ['a', 'b', 'c']) {
        const rows = Array.from({ length: 1_200 }, (_, index) => ({
          handle: `${part}-product-${index}`,
          title: 'Long',
          description_html: `<p>${words}</p>`,
        }))
        const draft = await system.upload(csvOf(rows), { storefront })
        await system.confirm(draft.draft_id, { storefront })
      }
      const response = await system.request('/api/products/export', { storefront })
      const reader = response.body?.getReader()
      await reader?.read()
      await restart([first('export-service')])
      await expect(readToEnd(reader)).rejects.toThrow()

      const whole = await waitFor('an export', async () => {
        const next = await system.request('/api/products/export', { storefront })
        return next.ok ? next.text() : undefined
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
      await restart([first('gateway')])
      await broken
      const file = catalogFile({ products: 50, variants: 2 })
      const draft = await system.upload(file, { storefront })
      expect(draft.preview).toMatchObject({ adds: 100, errors: 0 })
    },
    stepMs,
  )
})

describe('with two replicas of each service', () => {
  beforeAll(async () => {
    await Promise.all(serviceNames.map((name) => system.addReplica(name)))
  }, 240_000)

  test(
    'what goes in by one gateway comes out of the other',
    () => walkThrough(system, system.clientOf(1), 'replicas'),
    stepMs,
  )

  test(
    'one of each killed in the middle of an image phase loses no image, and no service',
    async () => {
      const storefront = 'one-of-each'
      const run = await beginImagePhase(system, storefront)
      await restart(serviceNames.map(first), {
        whileDown: async () => {
          await system.images.open()
          // What was under way with the first of each has failed or waits; the second serves.
          const other = system.clientOf(1)
          await waitFor(
            'an answer',
            async () => (await other.request('/api/products/summary', { storefront })).ok,
            { timeoutMs: 60_000 },
          )
        },
      })
      await expectAllFetched(run, storefront)
      // It is written once the run's new status can be read.
      const event = await waitFor('its completion to be told', async () =>
        (await system.events('image_phase_completed')).find(({ run_id: id }) => id === run.run_id),
      )
      expect(event).toMatchObject({ fetched: imageCount, rejected: 0, failed: 0 })
    },
    stepMs,
  )
})

function first(name: ServiceName): StartedTestContainer {
  const [container] = system.services[name]
  if (container === undefined) throw new Error(`${name} was not started`)
  return container
}

/** Restarts containers together, and does something once they have ended. */
async function restart(
  containers: StartedTestContainer[],
  { timeout = atOnce, whileDown }: { timeout?: number; whileDown?: () => Promise<void> } = {},
): Promise<void> {
  await docker('stop', '-t', String(timeout), ...containers.map((container) => container.getId()))
  await whileDown?.()
  await Promise.all(containers.map((container) => container.restart({ timeout: atOnce })))
}

async function walkThrough(one: Api, other: Api, storefront: string): Promise<void> {
  const options = { storefront }
  const draft = await one.upload(
    csvOf([
      {
        handle: 'pot',
        title: 'Pot',
        variant_price: '25',
        image_url: system.images.url(`/${storefront}.jpg`),
      },
      { handle: 'cup', title: 'Cup', variant_price: '7.99', status: 'draft' },
      { handle: 'plate', title: 'Plate', variant_price: 'seven' },
    ]),
    options,
  )
  expect(draft.preview).toMatchObject({ adds: 2, updates: 0, unchanged: 0, errors: 1 })
  const confirmed = await other.confirm(draft.draft_id, options)
  const run = await one.waitForRun(confirmed.run_id, undefined, { ...options, timeoutMs: phaseMs })
  expect(run).toMatchObject({ added: 2, errored: 1, image_counts: { fetched: 1, rejected: 0, failed: 0 } })

  const [outcome] = run.image_outcomes
  const picture = await other.request(`/api/products/images/${outcome?.image_id}/thumb`, options)
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 160 })

  const { product_count: productCount } = await other.json<Summary>('/api/products/summary', options)
  expect(productCount).toBe(2)
  const exported = await one.request('/api/products/export', options)
  const again = await other.upload(new Uint8Array(await exported.arrayBuffer()), options)
  expect(again.preview).toMatchObject({ adds: 0, updates: 0, unchanged: 2, errors: 0 })
  expect(again.importable).toBe(false)
}

/** A run whose images are being fetched, and wait for the image host to open. */
async function beginImagePhase(api: Api, storefront: string): Promise<Run> {
  await system.images.hold()
  const file = catalogFile({
    products: imageCount,
    variants: 1,
    images: 1,
    imageUrl: (product) => system.images.url(`/${storefront}/${product}.jpg`),
  })
  const draft = await api.upload(file, { storefront })
  const run = await api.confirm(draft.draft_id, { storefront })
  await waitFor('fetches to be under way', async () => {
    return Object.keys(await system.images.asked(`/${storefront}/`)).length === 4
  })
  return run
}

async function expectAllFetched({ run_id: runId }: Run, storefront: string): Promise<void> {
  // The servers may be away for a moment.
  const run = await waitFor(
    `run ${runId}`,
    async () => {
      const response = await system.request(`/api/products/imports/runs/${runId}`, { storefront })
      const found: Run | undefined = response.ok ? JSON.parse(await response.text()) : undefined
      return found?.status === 'completed' && found
    },
    { timeoutMs: phaseMs, everyMs: 100 },
  )
  expect(run.image_counts).toEqual({ pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  if (reader === undefined) throw new Error('the answer has no body')
  for (;;) if ((await reader.read()).done) return
}
