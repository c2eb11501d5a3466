import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { imageRequested, images, imports } from '@catalog/contracts'
import type { ImageSettlement } from '@catalog/contracts'
import { connectNats, download, jobsPending, provisionJob, publishJobs, serve } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import { startNats } from '../../../test/support/nats.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { crash, decodersOf, freeze, gone } from './testing/decoder-processes.ts'
import { startImageHost } from './testing/image-host.ts'

const storefront_id = 'shop'
const run_id = '0197a3c2-0000-7000-8000-000000000001'

test('requested images are processed and served, a killed decoder costs its picture the attempt, and none outlives the service', async () => {
  const painted = { create: { width: 600, height: 300, channels: 3, background: '#c86432' } } as const
  const picture = await sharp(painted).jpeg().toBuffer()
  await using host = await startImageHost(({ url }, response) =>
    url === '/missing.jpg' ? response.writeHead(404).end() : response.end(picture),
  )
  await using server = await startNats()
  await using nats = await connectNats({ url: server.url, name: 'test', log: console })
  await using service = await startImageService(server.url, host.host)
  // The decoder that is started before there are pictures, and therefore gets the first one.
  const [decoder = 0, ...others] = decodersOf(service.pid)
  expect(others).toEqual([])
  freeze([decoder])

  const paths = ['/a.jpg', '/b.jpg', '/c.jpg', '/d.jpg', '/missing.jpg', '/e.jpg']
  await using asked = await requestImages(
    nats,
    paths.map((path) => host.url(path)),
  )
  const { requested, settled } = asked
  const fetched = () => [...settled.values()].filter(({ outcome }) => outcome === 'fetched')
  // Another decoder finishes its picture meanwhile; with a single decoder there is none.
  const isAlone = availableParallelism() === 1
  await waitFor('the decoder to have a picture', () =>
    isAlone ? host.requests.length >= 4 : fetched().length >= 1,
  )
  crash([decoder], 'SIGSEGV')
  await waitFor('all images to be settled', () => settled.size === requested.length)
  await waitFor('the queue to be empty', async () => (await jobsPending(nats, imageRequested)) === 0)

  const outcomes = [...settled.values()].map(({ outcome, reason }) => `${outcome} ${reason}`)
  expect(outcomes.sort((one, other) => one.localeCompare(other))).toEqual([
    'failed attempts_exhausted',
    ...Array.from({ length: 4 }, () => 'fetched null'),
    'rejected http_error',
  ])
  const failed = [...settled.values()].find(({ outcome }) => outcome === 'failed')
  expect(failed?.message).toMatch(/^The picture could not be read/)
  expect(host.requests).toHaveLength(requested.length)

  const image_id = fetched()[0]?.image_id ?? ''
  const { head, body } = await download(nats, images.readRendition, {
    storefront_id,
    image_id,
    rendition: 'card',
  })
  const bytes = await buffer(body)
  expect(head).toMatchObject({ content_length: bytes.length, etag: expect.stringMatching(/^".+"$/) })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
  await expect(
    download(nats, images.readRendition, { storefront_id: 'other', image_id, rendition: 'card' }),
  ).rejects.toMatchObject({ code: 'image_not_found' })

  const metrics = await fetch(`http://127.0.0.1:${service.healthPort}/metrics`)
  expect(await metrics.text()).toMatch(/catalog_image_attempts_total\{outcome="fetched".*\} 4\n/)
  const decoders = decodersOf(service.pid)
  expect(decoders.length).toBeGreaterThan(0)
  expect(await service.stop()).toBe(0)
  await gone(decoders)
})

interface Requests extends AsyncDisposable {
  requested: { image_id: string; url: string }[]
  /** By image id. */
  settled: Map<string, ImageSettlement>
}

/** Requests an image for each URL, with a fake import-service that grants each image once. */
async function requestImages(nats: Nats, urls: string[]): Promise<Requests> {
  const requested = urls.map((url, index) => ({
    image_id: `0197a3c2-0000-7000-8000-00000000001${index}`,
    url,
  }))
  await provisionJob(nats, imageRequested)
  await publishJobs(
    nats,
    imageRequested,
    requested.map((image) => ({ id: image.image_id, payload: { ...image, run_id, storefront_id } })),
  )
  const claimable = new Map(requested.map(({ image_id, url }) => [image_id, url]))
  const settled: Requests['settled'] = new Map()
  const service = await serve(nats, { name: 'import-service', version: '0.0.0', description: 'a fake' })
  service.reply(imports.claimImage, async ({ image_id }) => {
    const url = claimable.get(image_id)
    claimable.delete(image_id)
    return url === undefined
      ? { result: 'settled' as const }
      : { result: 'granted' as const, token: image_id, attempt: 1, url }
  })
  service.reply(imports.settleImage, async (settlement) => {
    settled.set(settlement.image_id, settlement)
    return { result: 'settled' as const }
  })
  return { requested, settled, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

interface ServiceUnderTest extends AsyncDisposable {
  pid: number
  healthPort: number
  /** Stops the service; returns its exit code. */
  stop(): Promise<number | null>
}

async function startImageService(natsUrl: string, allowedHost: string): Promise<ServiceUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-image-service-'))
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      CATALOG_NATS_URL: natsUrl,
      CATALOG_OBJECTSTORE_BUCKET: folder,
      CATALOG_IMAGE_ALLOWED_HOSTS: allowedHost,
    },
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    return child.exitCode
  }
  const healthPort = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`image-service ended with code ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const port = /"message":"ready".*"health_port":(\d+)/.exec(line)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  return {
    pid: child.pid ?? 0,
    healthPort,
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
