import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestOptions } from '../support/api.ts'
import { untilServed } from '../support/until-served.ts'
import type { Stage } from './attack.ts'

export const mb = 1024 * 1024

export function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

export function csv(header: string, count: number, row: (index: number) => string): string {
  return `${header}\n${times(count, row).join('\n')}\n`
}

export const productColumns = 'handle,title,variant_price,variant_sku'

/** A canonical file of products with a price and a SKU. */
export function products(count: number, row: (index: number) => string): string {
  return csv(productColumns, count, row)
}

/** `metadata.k0,metadata.k1…`, for a header. */
export function metadataColumns(count: number): string {
  return times(count, (n) => `metadata.k${n}`).join(',')
}

/** The attack by several storefronts. */
export function shopsOf(stage: Stage, count: number): Stage[] {
  return times(count, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
}

/** The attack begins once its file is read, however many others wait. */
export async function draftOf({ system, storefront }: Stage, file: string): Promise<string> {
  const { draft_id } = await untilServed('the upload', () => system.upload(file, { storefront }))
  return draft_id
}

export function post(
  { system, storefront, signal }: Stage,
  body: string | FormData | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Response> {
  return system.request('/api/products/imports', {
    method: 'POST',
    headers: body instanceof FormData ? headers : { 'content-type': 'text/csv', ...headers },
    body,
    storefront,
    signal,
  })
}

/** Requests the path this many times at once. */
export async function ask(
  { system, storefront, signal }: Stage,
  path: string,
  { count = 1, ...options }: { count?: number } & RequestOptions = {},
): Promise<string> {
  return await statuses(
    times(count, () => system.request(`/api/products/${path}`, { storefront, signal, ...options })),
  )
}

/** The number of answers for each status. */
export async function statuses(asked: Promise<Response>[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const settled of await Promise.allSettled(asked)) {
    const answer =
      settled.status === 'rejected' ? 'no answer' : await describe(settled.value).catch(() => 'aborted')
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return Array.from(counts, ([answer, count]) => `${count} × ${answer}`).join(', ')
}

async function describe(response: Response): Promise<string> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem') ?? false
  return isProblem ? `${response.status} ${JSON.parse(text).code}` : String(response.status)
}

/** The lines of a request up to its body, including `more`. */
export function head({ system, storefront }: Stage, line: string, ...more: string[]): string {
  const authorization = `Authorization: Bearer ${system.token(storefront)}`
  return [line, 'Host: a', authorization, ...more, '', ''].join('\r\n')
}

/** The beginning of an upload of this many bytes. */
export function uploadHead(stage: Stage, length: number): string {
  return head(
    stage,
    'POST /api/products/imports HTTP/1.1',
    'Content-Type: text/csv',
    `Content-Length: ${length}`,
  )
}

export interface Lingering {
  /** How many connections. */
  count: number
  /** Sent at once. */
  first: string
  /** Sent every second. */
  drip?: string
  forMs?: number
}

/** Connections that send something, read nothing and stay open, while the bystander continues. */
export async function linger(
  stage: Stage,
  { count, first, drip, forMs = 5_000 }: Lingering,
): Promise<string> {
  const sockets = times(count, () => open(stage))
  for (const socket of sockets) {
    socket.pause()
    socket.write(first)
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (drip !== undefined && socket.writable) socket.write(drip)
  }, 1_000)
  await pause(forMs, undefined, { signal: stage.signal }).catch(() => undefined)
  clearInterval(timer)
  // Only a reader notices that the connection was closed.
  for (const socket of sockets) socket.resume()
  await pause(500)
  const ended = sockets.filter(({ destroyed }) => destroyed).length
  for (const socket of sockets) socket.destroy()
  return `${count} connections, ${ended} of them ended`
}

/** The first line of the answer to these bytes, or `closed`; throws if the attack's time is over without either. */
export async function raw(stage: Stage, bytes: string | Buffer): Promise<string> {
  const socket = open(stage)
  const answer = Promise.withResolvers<string>()
  socket.once('data', (data) => answer.resolve(String(data).split('\r\n')[0] ?? ''))
  socket.once('close', () => answer.resolve('closed'))
  stage.signal.addEventListener('abort', () => answer.reject(stage.signal.reason), { once: true })
  socket.write(bytes)
  try {
    return await answer.promise
  } finally {
    socket.destroy()
  }
}

function open({ system }: Stage): Socket {
  const { hostname, port } = new URL(system.baseUrl)
  const socket = connect(Number(port), hostname)
  // An attacker ignores errors; `destroyed` shows that the connection was closed.
  socket.on('error', () => undefined)
  return socket
}
