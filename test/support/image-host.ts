import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { listen } from './listen.ts'

export interface ImageHost extends AsyncDisposable {
  /** `127.0.0.1:port`, for CATALOG_IMAGE_ALLOWED_HOSTS. */
  host: string
  /** The URL of a path of this host: `url('/a.png')`. */
  url(path: string): string
  /** Number of requests for a path so far. */
  requests(path: string): number
  /** Every requested path with its number of requests. */
  counts(): Map<string, number>
  /** Replaces the picture at the path by this answer. */
  answer(path: string, respond: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Delays all answers until `open` is called. */
  hold(): { open(): void }
}

/** An HTTP server on 127.0.0.1 with a different picture at each path (320 × 240; the extension is the format). */
export async function startImageHost(): Promise<ImageHost> {
  const counts = new Map<string, number>()
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  let gate: Promise<void> = Promise.resolve()

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const respond = answers.get(path) ?? servePicture
    void gate.then(() => respond(request, response))
  })
  const listening = await listen(server)
  const { host } = listening

  return {
    host,
    url: (path) => `http://${host}${path}`,
    requests: (path) => counts.get(path) ?? 0,
    counts: () => new Map(counts),
    answer: (path, respond) => void answers.set(path, respond),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return { open: resolve }
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}

function servePicture(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '/'
  paintPicture(path).then(
    (bytes) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
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
