import { lookup } from 'node:dns'
import { once } from 'node:events'
import { get as getPlain } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import type { LookupFunction } from 'node:net'
import { RefusedUrl, refusals } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { ApiError, CommandError } from './failures.ts'
import { reasonOf } from './settings.ts'

const maxRedirects = 5
/** For the whole download, in milliseconds. */
const timeoutMs = 60_000

interface Body extends AsyncDisposable {
  stream: IncomingMessage
}

/**
 * Opens what a URL leads to, by https and outside the own network only: a schedule may run this inside a cluster, with a
 * URL that a merchant chose. Hosts that the guard excepts may be inside, and answer by http.
 * @throws CommandError for an address that is not allowed, ApiError where the download fails
 */
export async function openUrl(
  first: string,
  guard: AddressGuard,
  resolve: LookupFunction = lookup,
): Promise<Body> {
  const signal = AbortSignal.timeout(timeoutMs)
  let text = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const url = check(guard, text)
    const response = await request(url, guard, resolve, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200)
      return { stream: response, [Symbol.asyncDispose]: async () => void response.destroy() }
    response.destroy()
    const { location } = headers
    if (statusCode < 300 || statusCode > 399 || location === undefined)
      throw failed(`${url.host} answered with the status ${statusCode}`)
    text = URL.parse(location, url.href)?.href ?? location
  }
  throw failed('it redirects too often')
}

function check(guard: AddressGuard, text: string): URL {
  try {
    const url = guard.checkUrl(text)
    if (url.protocol === 'https:' || guard.isException(url)) return url
  } catch (error) {
    if (!(error instanceof RefusedUrl)) throw error
    throw new CommandError(refusals[error.detail].message, { cause: error })
  }
  throw new CommandError('The URL, or one it redirects to, does not begin with https://.')
}

async function request(
  url: URL,
  guard: AddressGuard,
  resolve: LookupFunction,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isException = guard.isException(url)
  const guarded: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const all = Array.isArray(addresses) ? addresses : []
      const [found] = all
      if (error !== null || found === undefined) callback(error ?? new Error('no address'), '')
      else if (!isException && all.some(({ address }) => guard.forbidden(address)))
        callback(new CommandError(refusals.internal_name.message), '')
      else if (options.all) callback(null, all)
      else callback(null, found.address, found.family)
    })
  }
  const send = url.protocol === 'https:' ? get : getPlain
  const sent = send(url, { agent: false, lookup: guarded, signal, headers: { 'user-agent': 'catalogctl' } })
  try {
    const [response] = await once(sent, 'response')
    return response
  } catch (error) {
    throw error instanceof CommandError ? error : failed(reasonOf(error), error)
  }
}

function failed(reason: string, cause?: unknown): ApiError {
  return new ApiError(`The file cannot be downloaded: ${reason}.`, { code: 'not_downloaded', cause })
}
