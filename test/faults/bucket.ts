import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../support/listen.ts'

export interface Bucket extends AsyncDisposable {
  name: string
  endpoint: string
  /** Number of stored renditions, of all images. */
  count(): number
  has(key: string): boolean
  /** Stores that many more renditions, and delays further ones until it is called again. */
  takeOnly(renditions: number): void
  /** Number of renditions that wait. */
  waiting(): number
}

/** The part of Cloud Storage that image-service uses; it stores one rendition exactly when the test allows it. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, { generation: number; md5Hash: string }>()
  const held = new Set<() => void>()
  let room = Number.POSITIVE_INFINITY

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (request.method === 'POST') void receive(request, response, url.searchParams)
    else answer(response, 200, objects.get(decodeURIComponent(url.pathname.split('/o/')[1] ?? '')))
  })
  const listening = await listen(server)

  return {
    name: 'renditions',
    endpoint: `http://${listening.host}`,
    count: () => objects.size,
    has: (key) => objects.has(key),
    takeOnly(renditions) {
      room = renditions
      const waiting = [...held]
      held.clear()
      for (const store of waiting) store()
    },
    waiting: () => held.size,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }

  async function receive(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const body = Buffer.concat(await request.toArray())
    const { name, md5Hash } = readUpload(request, body, query)
    const store = () => {
      // A client that has disconnected sends nothing.
      if (request.socket.destroyed) return
      if (room <= 0) return void held.add(store)
      if (objects.has(name) && query.get('ifGenerationMatch') === '0') return answer(response, 412, {})
      room -= 1
      const generation = (objects.get(name)?.generation ?? 0) + 1
      objects.set(name, { generation, md5Hash })
      answer(response, 200, { name, generation, md5Hash })
    }
    store()
  }
}

/** A multipart/related body: the object's description, then its bytes. */
function readUpload(request: IncomingMessage, body: Buffer, query: URLSearchParams) {
  const boundary = /boundary="?([^";]+)/.exec(request.headers['content-type'] ?? '')?.[1]
  const [, description = '', bytes = ''] = body.toString('latin1').split(`--${boundary}`)
  const described: { name?: string } = JSON.parse(description.slice(description.indexOf('\r\n\r\n')))
  const content = bytes.slice(bytes.indexOf('\r\n\r\n') + 4, -2)
  return {
    name: query.get('name') ?? described.name ?? '',
    md5Hash: createHash('md5').update(content, 'latin1').digest('base64'),
  }
}

function answer(response: ServerResponse, status: number, body: object | undefined): void {
  response.writeHead(body === undefined ? 404 : status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? {}))
}
