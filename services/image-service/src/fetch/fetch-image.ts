import { RefusedUrl } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { Agent, request } from 'undici'
import type { Dispatcher } from 'undici'
import { startDeadline } from '../deadline.ts'
import type { Deadline } from '../deadline.ts'
import { explainFetchError } from './fetch-errors.ts'
import { ImageError } from '../image-error.ts'
import { createConnector } from './open-connection.ts'
import { checkEncoding, readBody } from './read-body.ts'
import type { Resolve } from './resolve.ts'

/** Bytes of a download, at most, before and after inflating. */
const maxImageBytes = 20 * 1024 * 1024
const maxRedirects = 5

export interface FetchLimits {
  /** For look-up and connection together, in milliseconds. */
  connectMs: number
  headersMs: number
  /** Between two chunks of the body, in milliseconds. */
  idleMs: number
  /** For all hops together, in milliseconds. */
  totalMs: number
  maxBytes: number
}

export const fetchLimits: FetchLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  idleMs: 10_000,
  totalMs: 30_000,
  maxBytes: maxImageBytes,
}

export interface ImageFetcher extends AsyncDisposable {
  /**
   * Fetches a URL's bytes, through the address guard at each hop.
   * @throws ImageError, or the signal's reason once it is aborted
   */
  fetch(url: string, signal?: AbortSignal): Promise<Buffer>
}

export interface ImageFetcherOptions {
  guard: AddressGuard
  resolve: Resolve
  limits?: FetchLimits
}

export function createImageFetcher({
  guard,
  resolve,
  limits = fetchLimits,
}: ImageFetcherOptions): ImageFetcher {
  // A dispatcher of its own, never the global one: the object store's client needs the metadata server, which the guard
  // refuses.
  const dispatcher = new Agent({
    connect: createConnector({ guard, resolve, timeoutMs: limits.connectMs }),
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
    maxResponseSize: limits.maxBytes,
    keepAliveMaxTimeout: 4000,
  })

  return {
    async fetch(url, signal) {
      using deadline = startDeadline(limits.totalMs, timeIsOver, signal)
      try {
        return await followToBody({ dispatcher, guard, limits, deadline }, url)
      } catch (error) {
        throw deadline.signal.aborted ? deadline.signal.reason : explainFetchError(error)
      }
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  }
}

function timeIsOver(): Error {
  return new ImageError('timeout', 'total')
}

interface Fetching {
  dispatcher: Dispatcher
  guard: AddressGuard
  limits: FetchLimits
  deadline: Deadline
}

async function followToBody(fetching: Fetching, firstUrl: string): Promise<Buffer> {
  const visited = new Set<string>()
  let text = firstUrl
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const url = checkHop(fetching.guard, text, redirects)
    if (visited.has(url.href)) throw new ImageError('too_many_redirects', 'loop')
    visited.add(url.href)

    const response = await ask(fetching, url)
    const location = redirectTarget(response)
    if (location === undefined) return await takeBody(fetching, response)
    abandon(response)
    if (!URL.canParse(location, url.href)) throw new ImageError('url_not_allowed', 'syntax')
    text = new URL(location, url.href).href
  }
  throw new ImageError('too_many_redirects', 'count')
}

function checkHop(guard: AddressGuard, text: string, redirects: number): URL {
  try {
    return guard.checkUrl(text)
  } catch (error) {
    if (!(error instanceof RefusedUrl)) throw error
    if (redirects > 0 && error.reason === 'address_blocked')
      throw new ImageError('address_blocked', 'redirect')
    throw new ImageError(error.reason, error.detail)
  }
}

/**
 * Few and fixed: nothing of the caller's request, no cookies, no Referer. An `Accept` that names formats would make
 * hosts re-encode pictures.
 */
const headers = {
  accept: 'image/*,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'catalog-import-export (product image fetch)',
}

async function ask({ dispatcher, deadline }: Fetching, url: URL): Promise<Dispatcher.ResponseData> {
  // undici does not heed the signal while it resolves, connects or waits in the pool.
  return await deadline.race(request(url, { dispatcher, headers, signal: deadline.signal }), abandon)
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectTarget({ statusCode, headers: received }: Dispatcher.ResponseData): string | undefined {
  if (!redirectStatuses.has(statusCode)) return undefined
  const location = [received.location].flat()[0]
  // Node reads header bytes as latin1; a path that was not escaped is UTF-8.
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString('utf8')
}

async function takeBody({ limits, deadline }: Fetching, response: Dispatcher.ResponseData): Promise<Buffer> {
  try {
    const { statusCode: status, headers: received, body } = response
    if (status !== 200 && status !== 203) throw new ImageError('http_error', 'status', { status })
    if (Number(received['content-length'] ?? 0) > limits.maxBytes) {
      throw new ImageError('too_large', 'declared')
    }
    const encoding = checkEncoding(received['content-encoding'])
    return await deadline.race(readBody(body, { encoding, maxBytes: limits.maxBytes }))
  } catch (error) {
    abandon(response)
    throw error
  }
}

/** Closes the connection of a body that will not be read. */
function abandon({ body }: Dispatcher.ResponseData): void {
  // A body that is destroyed before its end emits an abort error.
  body.on('error', () => {})
  body.destroy()
}
