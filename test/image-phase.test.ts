import type { Run } from '@catalog/contracts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import { catalogFile, csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startPicturedSystem } from './support/pictured-system.ts'
import { waitFor } from './support/wait-for.ts'

const { images, system } = disposeAfterAll().use(
  await startPicturedSystem({ CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' }),
)

const productWithImages = (handle: string, urls: string[]) =>
  csvOf(
    urls.map((url, index) => ({
      handle,
      title: index === 0 ? handle : '',
      variant_price: index === 0 ? '1' : '',
      image_url: url,
    })),
  )

async function importImages(storefront: string, urls: string[]): Promise<Run> {
  const draft = await system.upload(productWithImages('pictured', urls), { storefront })
  return system.confirm(draft.draft_id, { storefront })
}

const outcomesByUrl = (run: Run) =>
  Object.fromEntries(run.image_outcomes.map(({ url, ...outcome }) => [new URL(url).pathname, outcome]))

test('each image gets one outcome, with a helpful reason, and none of them undoes the run', async () => {
  const storefront = 'outcomes'
  images.answer('/gone.jpg', (_request, response) => void response.writeHead(404).end())
  images.answer('/broken.jpg', (_request, response) => void response.writeHead(500).end())
  images.answer('/page.jpg', (_request, response) => void response.writeHead(200).end('<!doctype html><p>no'))
  images.answer(
    '/inside.jpg',
    (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/secret' }).end(),
  )
  const started = await importImages(storefront, [
    images.url('/good.png'),
    images.url('/gone.jpg'),
    images.url('/broken.jpg'),
    images.url('/page.jpg'),
    images.url('/inside.jpg'),
    'http://127.0.0.1/latest',
    'http://localhost/x.jpg',
  ])
  // Refused because of their URLs' text: settled by the confirm.
  expect(started).toMatchObject({ status: 'fetching_images', image_counts: { pending: 5, rejected: 2 } })
  const run = await system.waitForRun(started.run_id, undefined, { storefront })

  expect(run.image_counts).toEqual({ pending: 0, fetched: 1, rejected: 5, failed: 1 })
  const outcomes = outcomesByUrl(run)
  expect(outcomes['/good.png']).toMatchObject({ outcome: 'fetched', reason: null, attempts: 1 })
  expect(outcomes['/gone.jpg']).toMatchObject({ outcome: 'rejected', reason: 'http_error', attempts: 1 })
  expect(outcomes['/gone.jpg']?.message).toContain('404')
  expect(outcomes['/broken.jpg']).toMatchObject({ outcome: 'failed', reason: 'http_error', attempts: 3 })
  expect(outcomes['/page.jpg']).toMatchObject({ outcome: 'rejected', reason: 'not_an_image' })
  expect(outcomes['/inside.jpg']).toMatchObject({ outcome: 'rejected' })
  expect(outcomes['/latest']).toMatchObject({ outcome: 'rejected', reason: 'address_blocked' })
  expect(outcomes['/x.jpg']).toMatchObject({ outcome: 'rejected', reason: 'resolution_rejected' })
  expect(images.requests('/broken.jpg')).toBe(3)
  const attempted = system.services['image-service'].logs
    .filter(({ message, run_id }) => message === 'image attempt ended' && run_id === run.run_id)
    .map(({ image_id }) => image_id)
  const requested = run.image_outcomes.filter(({ url }) => url.startsWith(images.url('/')))
  expect(new Set(attempted)).toEqual(new Set(requested.map(({ image_id }) => image_id)))
})

test('import-service, killed in the middle of the phase, resumes it when it starts (TEL-5), and the counts add up', async () => {
  const storefront = 'recovered'
  const file = catalogFile({
    products: 10,
    variants: 2,
    images: 2,
    imageUrl: (product, image) => images.url(`/recovered/${product}-${image}.jpg`),
  })
  const gate = images.hold()
  const draft = await system.upload(file, { storefront })
  const started = await system.confirm(draft.draft_id, { storefront })
  await waitFor('a fetch to be under way', () =>
    [...images.counts().keys()].some((path) => path.startsWith('/recovered/')),
  )
  await system.kill('import-service')
  gate.open()
  await system.start('import-service')

  const run = await system.waitForRun(started.run_id, undefined, { storefront })
  expect(run.image_counts).toEqual({ pending: 0, fetched: 20, rejected: 0, failed: 0 })
  const resumed = await system.waitForEvent('image_phase_recovered', { run_id: started.run_id })
  expect(resumed).toEqual({
    severity: 'WARNING',
    time: expect.any(String),
    logger: 'telemetry',
    event: 'image_phase_recovered',
    run_id: started.run_id,
    pending_resumed: 20,
  })
  await system.waitForEvent('image_phase_completed', { run_id: started.run_id })
  const completed = system.events('image_phase_completed').filter(({ run_id }) => run_id === started.run_id)
  expect(completed).toHaveLength(1)
})

test('a stored image is not fetched again when only its position or text changes', async () => {
  const storefront = 'kept'
  const first = await importImages(storefront, [images.url('/kept-1.jpg'), images.url('/kept-2.jpg')])
  await system.waitForRun(first.run_id, undefined, { storefront })
  const draft = await system.upload(
    csvOf([
      {
        handle: 'pictured',
        image_url: images.url('/kept-2.jpg'),
        image_position: '1',
        image_alt: 'Now first',
      },
    ]),
    { storefront },
  )
  expect(draft.preview).toMatchObject({ adds: 0, updates: 1, errors: 0 })
  const run = await system.confirm(draft.draft_id, { storefront })
  expect(run).toMatchObject({ status: 'completed', image_progress: { total: 0, handled: 0, percent: 100 } })
  expect(images.requests('/kept-2.jpg')).toBe(1)
})

const pathsOf = (storefront: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/${storefront}/${index}.jpg`)

test('forty images do not wait for hosts that never finish, and one such storefront alone gets three of the workers', async () => {
  // For a minute after the images of earlier tests, it would get two.
  const database = await system.database.connect()
  await database.query(`update import_runs set completed_at = completed_at - interval '1 minute'`)
  const held = new Set<ServerResponse>()
  let heldAtMost = 0
  let isOver = false
  const hang = (_request: IncomingMessage, response: ServerResponse) => {
    if (isOver) {
      response.writeHead(404).end()
      return
    }
    held.add(response)
    heldAtMost = Math.max(heldAtMost, held.size)
    response.once('close', () => held.delete(response))
    response.writeHead(200, { 'content-length': 1_000 }).flushHeaders()
  }
  const importHanging = async (storefront: string) => {
    const paths = pathsOf(storefront, 20)
    for (const path of paths) images.answer(path, hang)
    return await importImages(
      storefront,
      paths.map((path) => images.url(path)),
    )
  }

  const first = await importHanging('hanging-0')
  await waitFor('three connections', () => held.size === 3)
  const hanging = [first, await importHanging('hanging-1'), await importHanging('hanging-2')]
  const fast = await importImages(
    'fast',
    pathsOf('fast', 40).map((path) => images.url(path)),
  )
  const done = await system.waitForRun(fast.run_id, undefined, { storefront: 'fast' })
  expect(done.image_counts.fetched).toBe(40)
  const ended = system.services['image-service'].logs.filter(
    ({ message, run_id }) =>
      message === 'image attempt ended' && hanging.some((run) => run.run_id === run_id),
  )
  expect(ended).toEqual([])
  expect(heldAtMost).toBeLessThanOrEqual(4)

  isOver = true
  for (const response of held) response.destroy()
  const ends = await Promise.all(
    hanging.map(({ run_id, storefront_id }) =>
      system.waitForRun(run_id, undefined, { storefront: storefront_id }),
    ),
  )
  for (const { image_counts: counts } of ends) expect(counts.rejected + counts.failed).toBe(20)
})
