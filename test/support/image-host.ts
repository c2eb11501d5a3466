import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listen } from './listen.ts'

export interface ImageHost extends AsyncDisposable {
  /** `127.0.0.1:port`, for CATALOG_IMAGE_ALLOWED_HOSTS. */
  host: string
  /** The URL of a path of this host: `url('/a.png')`. */
  url(path: string): string
  /** Number of requests so far, for a path or in total. */
  requests(path?: string): number
  /** Every requested path with its number of requests. */
  counts(): Map<string, number>
  /** Replaces the picture at the path by this answer. */
  answer(path: string, respond: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Number of complete answers so far. */
  sent(): number
  /** From now on, answers, except for the next `passing` ones, wait until `open` is called. */
  hold(passing?: number): { open(): void }
  /** Called with the URL of each request; the answer waits for it. */
  onRequest?: (url: string) => Promise<void>
}

/**
 * An HTTP server on 127.0.0.1 with a different picture at each path (320 × 240; the extension is the format), or with
 * the given one at all of them.
 */
export async function startImageHost(picture?: Buffer): Promise<ImageHost> {
  const counts = new Map<string, number>()
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  let gate: Promise<void> = Promise.resolve()
  let mayPass = 0
  let sent = 0

  const servePicture = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const bytes = picture ?? (await paintPicture(url))
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    counts.set(path, (counts.get(path) ?? 0) + 1)
    response.once('finish', () => (sent += 1))
    const noted = host.onRequest?.(host.url(path))
    mayPass -= 1
    Promise.all([mayPass < 0 && gate, noted])
      .then(() => (answers.get(path) ?? servePicture)(request, response))
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const listening = await listen(server)

  const host: ImageHost = {
    host: listening.host,
    url: (path) => `http://${host.host}${path}`,
    requests: (path) =>
      path === undefined ? counts.values().reduce((sum, count) => sum + count, 0) : (counts.get(path) ?? 0),
    counts: () => new Map(counts),
    answer: (path, respond) => void answers.set(path, respond),
    sent: () => sent,
    hold: (passing = 0) => {
      mayPass = passing
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return { open: resolve }
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
  return host
}

/** A picture that depends on the seed only. */
export function paintPicture(seed: string): Promise<Buffer> {
  let hash = 0
  for (const letter of seed) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  const background = { r: hash & 255, g: (hash >> 8) & 255, b: (hash >> 16) & 255 }
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background } })
  if (seed.endsWith('.png')) return picture.png().toBuffer()
  if (seed.endsWith('.webp')) return picture.webp().toBuffer()
  return picture.jpeg().toBuffer()
}
