import type { Run } from '@catalog/contracts'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { csvOf } from './canonical-file.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { startImageHost } from './image-host.ts'
import type { ImageHost } from './image-host.ts'
import { startOperatorCommand } from './operator-command.ts'
import { startSystem } from './system.ts'
import type { System } from './system.ts'
import { waitFor } from './wait-for.ts'

interface BucketServer extends AsyncDisposable {
  url: string
  createBucket(name: string): Promise<void>
  /** The identity that it accepts, if it asks for one. */
  env?: Record<string, string>
}

/** What a system does with every kind of bucket. Called once by the test file of each kind. */
export function checkSystemOnBucket(kind: string, startServer: () => Promise<BucketServer>): void {
  const undo = new AsyncDisposableStack()
  let images: ImageHost
  let bucket: FaultyProxy
  let system: System
  beforeAll(async () => {
    const server = undo.use(await startServer())
    await server.createBucket('renditions')
    bucket = undo.use(await startFaultyProxy(server.url))
    images = undo.use(await startImageHost())
    system = undo.use(
      await startSystem({
        env: {
          'import-service': { CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' },
          all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host },
          gateway: { CATALOG_IMAGES_PUBLIC: 'true' },
          'image-service': {
            ...server.env,
            CATALOG_OBJECTSTORE_KIND: kind,
            CATALOG_OBJECTSTORE_BUCKET: 'renditions',
            CATALOG_OBJECTSTORE_ENDPOINT: bucket.url,
          },
        },
      }),
    )
  })
  afterAll(async () => {
    await undo.disposeAsync()
  })

  async function importImages(storefront: string, paths: string[]): Promise<Run> {
    const rows = paths.map((path, index) => ({
      handle: 'pictured',
      title: index === 0 ? 'Pictured' : '',
      variant_price: index === 0 ? '1' : '',
      image_url: images.url(path),
    }))
    const draft = await system.upload(csvOf(rows), { storefront })
    const run = await system.confirm(draft.draft_id, { storefront })
    return await system.waitForRun(run.run_id, undefined, { storefront })
  }

  // A test that fails must not affect the next one.
  afterEach(() => bucket.failAll(null))

  test('renditions are served from the bucket, and not again to clients that have them', async () => {
    const run = await importImages('served', ['/a.jpg', '/b.png', '/c.webp'])
    expect(run.image_counts).toEqual({ pending: 0, fetched: 3, rejected: 0, failed: 0 })
    expect(run.image_outcomes[0]?.renditions).toEqual(expect.arrayContaining(['original', 'thumb']))

    const path = addressOf(run, 'thumb')
    const first = await system.request(path, { storefront: 'served' })
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/webp')
    expect(first.headers.get('cache-control')).toMatch(/max-age=60, must-revalidate/)
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect(first.headers.get('content-length')).toBe(String(bytes.length))

    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    const again = await system.request(path, { storefront: 'served', headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')

    const other = await system.request(path, { storefront: 'other' })
    expect(other.status).toBe(404)
  })

  test('pictures outlive image-service, and those of an erased storefront are deleted, no others', async () => {
    const [erased, kept] = [await importImages('shop', ['/a.jpg']), await importImages('shop-2', ['/a.jpg'])]
    const paths = [erased, kept].map(
      ({ storefront_id, image_outcomes }) =>
        `/images/${storefront_id}/${image_outcomes[0]?.image_id}/thumb.webp`,
    )
    const read = (path: string) => system.request(path, { storefront: null })
    await system.kill('image-service')
    await system.start('image-service')
    expect(await Promise.all(paths.map(read))).toMatchObject([{ status: 200 }, { status: 200 }])

    // The command would wait for what a worker may still store.
    const database = await system.database.connect()
    await database.query(`
      update run_images set settled_at = settled_at - interval '10 minutes';
      update storefront_locks set locked_at = locked_at - interval '10 minutes'`)
    const { code, lines } = await startOperatorCommand(system, 'erase-storefront', ['shop']).ended
    const objects = erased.image_outcomes[0]?.renditions?.length
    expect([code, lines.at(-1)]).toMatchObject([0, { message: 'erased, 0 left', objects }])
    expect(await Promise.all(paths.map(read))).toMatchObject([{ status: 404 }, { status: 200 }])
  })

  test('a store that is temporarily unavailable reveals nothing of itself to a caller', async () => {
    const run = await importImages('unavailable', ['/unavailable.jpg'])
    bucket.failAll({ status: 403 })
    const answer = await system.request(addressOf(run, 'thumb'), { storefront: 'unavailable' })
    bucket.failAll(null)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).not.toBeNull()
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable' })
    expect(text).not.toMatch(/foreign text|403|renditions\/|product-images|google|amazon/i)
  })

  test('a picture whose body the store aborts never looks complete', async () => {
    const run = await importImages('aborted', ['/aborted.jpg'])
    bucket.fail('aborted-body')
    const reading = system
      .request(addressOf(run, 'original'), { storefront: 'aborted' })
      .then(async (answer) => (answer.ok ? await answer.arrayBuffer() : Promise.reject(new Error('refused'))))
    await expect(reading).rejects.toThrow()
  })

  test('an image that cannot be stored waits until it can, and loses no attempt', async () => {
    const storefront = 'refused'
    bucket.failAll({ status: 403 })
    const { logs, noise, healthPort } = system.services['image-service']
    const importing = importImages(storefront, ['/refused.jpg'])
    await waitFor('an image that waits for the store', async () => {
      const metrics = await fetch(`http://127.0.0.1:${healthPort}/metrics`)
      return /^catalog_images_waiting_for_store\{.*\} 1$/m.test(await metrics.text())
    })
    bucket.failAll(null)
    const run = await importing
    expect(run.image_counts).toEqual({ pending: 0, fetched: 1, rejected: 0, failed: 0 })
    expect(run.image_outcomes).toMatchObject([{ outcome: 'fetched', attempts: 1 }])
    expect(await system.request(addressOf(run, 'thumb'), { storefront })).toMatchObject({ status: 200 })

    // No names or messages of the store reach the logs, and the output is log lines only.
    const line = await waitFor('a line of the outage', () =>
      logs.find(({ message }) => message === 'the object store takes nothing: images wait for it'),
    )
    expect(line).toMatchObject({ severity: 'WARNING', cause: 'http_403' })
    expect(JSON.stringify(logs)).not.toMatch(/foreign text|product-images/)
    expect(noise).toEqual([])
  })
}

const addressOf = (run: Run, rendition: string) =>
  `/api/products/images/${run.image_outcomes[0]?.image_id}/${rendition}`
