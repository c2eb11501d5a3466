import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Run } from '@catalog/contracts'
import sharp from 'sharp'
import {
  gifOf,
  pngOf,
  repeatLastScan,
  tiffOf,
} from '../../services/image-service/src/testing/hostile-pictures.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Attack, Stage } from './attack.ts'
import { csv, mb, times } from './acts.ts'
import type { Respond } from './hostile-host.ts'
import { waiting } from './kinds.ts'

/** Image hosts that are malicious or broken, while the bystander's images are fetched. */
export const hosts: Attack[] = [
  host('hosts that never answer, of ten storefronts', { storefronts: 10, respond: () => {} }),
  host('a host that never answers, 1,000 images', { images: 1_000, respond: () => {} }),
  host('hosts that send a byte a second, of four storefronts', {
    storefronts: 4,
    respond: (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      repeat(response, 1_000, () => response.write('x'))
    },
  }),
  host('a host that sends headers without end', {
    respond: ({ socket }, response) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      repeat(response, 10, () => socket.write(`X-A: ${'x'.repeat(1_000)}\r\n`))
    },
  }),
  host('a host that asks for patience without end', {
    respond: (_request, response) => repeat(response, 10, () => response.writeProcessing()),
  }),
  host('hosts that take 900 ms, of three storefronts', {
    storefronts: 3,
    images: 40,
    afterMs: 900,
    body: () => jpegOf(400, 400),
  }),
  host('a host that closes at once', { respond: ({ socket }) => socket.destroy() }),
  host('a host that closes in the middle', {
    respond: (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('GIF89a', () => response.destroy())
    },
  }),
  host('redirects in a circle', {
    respond: ({ url = '/' }, response) => response.writeHead(302, { location: url }).end(),
  }),
  host('redirects with a body without end', {
    respond: ({ url = '/' }, response) => pour(response.writeHead(302, { location: url })),
  }),
  host('a host that declares 9 exabytes', {
    respond: (_request, response) =>
      pour(response.writeHead(200, { 'content-length': Number.MAX_SAFE_INTEGER })),
  }),
  host('a host that sends without end', {
    respond: (_request, response) => pour(response.writeHead(200)),
  }),
  host('200 MB in a few bytes', {
    headers: { 'content-encoding': 'gzip' },
    body: () => gzipSync(Buffer.alloc(200 * mb)),
  }),
  host('a PNG of 1 × 50,000,000', {
    body: () => pngOf({ width: 1, height: 50_000_000, bytes: 100_000_000 }),
  }),
  host('a PNG of 60,000 × 60,000', { body: () => pngOf({ width: 60_000, height: 60_000, bytes: mb }) }),
  host('a TIFF of 6,000 × 6,000 floating point', {
    body: () => tiffOf({ width: 6_000, height: 6_000, bits: 32 }),
  }),
  host('pictures of 50 megapixels', { body: async () => await jpegOf(8_000, 6_200) }),
  host('a JPEG of 200 scans', { body: async () => repeatLastScan(await jpegOf(4_000, 4_000, true), 200) }),
  host('an animation of 400,000 frames', { body: () => gifOf(400_000) }),
  host('pictures that end early', { body: async () => (await jpegOf(3_000, 3_000)).subarray(0, -1_000) }),
  host('pages instead of pictures', { body: () => '<html>'.repeat(100_000) }),
  host('drawings that ask for files', {
    body: () => '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  }),
  host('a host that has too much to do', {
    respond: (_request, response) => response.writeHead(429, { 'retry-after': '999999999' }).end(),
  }),
]

interface HostOptions {
  storefronts?: number
  /** Images of each storefront. */
  images?: number
  respond?: Respond
  /** Otherwise answers with this body, after so long. */
  afterMs?: number
  headers?: Record<string, string>
  body?: () => string | Buffer | Promise<Buffer>
}

/**
 * Storefronts that confirm images of such a host. After the bystander has continued for some seconds, the host answers
 * that nothing exists; the attack ends when all its images are settled.
 */
function host(
  name: string,
  { storefronts = 1, images: count = 16, respond, afterMs = 0, headers = {}, body }: HostOptions,
): Attack {
  return waiting(name, async ({ system, images, storefront, signal }) => {
    const bytes = await body?.()
    const answered = images.answer(
      storefront,
      respond ??
        ((_request, response) => void setTimeout(() => response.writeHead(200, headers).end(bytes), afterMs)),
    )
    const runs = await Promise.all(
      times(storefronts, async (shop) => {
        const of = { storefront: `${storefront}-${shop}` }
        const row = (index: number) => `p${index},P,1,${answered.url(`${shop}-${index}.png`)}`
        const { draft_id } = await system.upload(csv('handle,title,variant_price,image_url', count, row), of)
        return { ...of, runId: (await system.confirm(draft_id, of)).run_id }
      }),
    )
    await pause(besideMs, undefined, { signal }).catch(() => undefined)
    answered.stop()
    const ended = await Promise.all(runs.map(({ runId, ...of }) => endOf(system, runId, of.storefront)))
    const sum = (outcome: 'fetched' | 'rejected' | 'failed') =>
      ended.reduce((total, { image_counts: counts }) => total + counts[outcome], 0)
    return `${sum('fetched')} fetched, ${sum('rejected')} rejected, ${sum('failed')} failed`
  })
}

const besideMs = 4_000

/** Repeats requests that another attack has kept from being served. */
function endOf(system: Stage['system'], runId: string, storefront: string): Promise<Run> {
  return waitFor(
    `run ${runId}`,
    async () => {
      const response = await system.request(`/api/products/imports/runs/${runId}`, { storefront })
      const text = await response.text()
      if (response.status === 503) return false
      if (!response.ok) throw new Error(`${response.status} ${text}`)
      const run: Run = JSON.parse(text)
      return run.status === 'completed' && run
    },
    { everyMs: 500 },
  )
}

/** Until the connection is closed. */
function repeat(response: ServerResponse, everyMs: number, work: () => void): void {
  const timer = setInterval(work, everyMs)
  response.once('close', () => clearInterval(timer))
}

/** Without end, as fast as it is read. */
function pour(response: ServerResponse): void {
  const bytes = Buffer.alloc(64 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  }
  response.on('drain', more)
  more()
}

function jpegOf(width: number, height: number, progressive = false): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg({ quality: 20, progressive })
    .toBuffer()
}
