import { createServer } from 'node:http'
import sharp from 'sharp'
import { listen } from '../support/listen.ts'

export interface PictureHost extends AsyncDisposable {
  /** `127.0.0.1:port`, for CATALOG_IMAGE_ALLOWED_HOSTS. */
  host: string
  urls(count: number): string[]
  /** Number of requests so far. */
  asked(): number
  /** Number of complete answers so far. */
  sent(): number
  requestsOf(url: string): number
  /** From now on, answers, except for the next `passing` ones, wait until `open` is called. */
  hold(passing?: number): { open(): void }
  /** Called with the URL of each request; the answer waits for it. */
  onRequest?: (url: string) => Promise<void>
}

/** An image host with one picture at any number of URLs; from 1600 × 1200 on, it has all four renditions. */
export async function startPictureHost(width = 320, height = 240): Promise<PictureHost> {
  const picture = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  const requests = new Map<string, number>()
  let sent = 0
  let gate: Promise<void> = Promise.resolve()
  let mayPass = 0
  const server = createServer((request, response) => {
    const url = `http://${host.host}${request.url}`
    requests.set(url, (requests.get(url) ?? 0) + 1)
    response.once('finish', () => (sent += 1))
    const noted = host.onRequest?.(url)
    mayPass -= 1
    void Promise.all([mayPass < 0 && gate, noted]).then(
      () => response.writeHead(200, { 'content-length': picture.length }).end(picture),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const listening = await listen(server)

  const host: PictureHost = {
    host: listening.host,
    urls: (count) => Array.from({ length: count }, (_, index) => `http://${host.host}/${index}.jpg`),
    asked: () => requests.values().reduce((sum, count) => sum + count, 0),
    sent: () => sent,
    requestsOf: (url) => requests.get(url) ?? 0,
    hold(passing = 0) {
      mayPass = passing
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return { open: resolve }
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
  return host
}
