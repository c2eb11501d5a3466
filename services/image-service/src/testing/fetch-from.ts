import { createAddressGuard } from '../address-guard.ts'
import { createImageFetcher } from '../fetch-image.ts'
import type { FetchLimits, ImageFetcher } from '../fetch-image.ts'
import { ImageError } from '../image-error.ts'
import type { Resolve } from '../resolve.ts'
import type { ImageHost } from './image-host.ts'

/** Short enough for a test to wait for. */
export const limits: FetchLimits = {
  connectMs: 400,
  headersMs: 400,
  idleMs: 400,
  totalMs: 1500,
  maxBytes: 1024 * 1024,
}

/** For URLs that no name server is to be asked about. */
const noResolve: Resolve = () => Promise.reject(new Error('nobody should be asked'))

/** A fetcher that may reach these hosts on this machine, as exceptions of the guard. */
export function fetcherFor(hosts: ImageHost[], resolve: Resolve = noResolve): ImageFetcher {
  const allowedHosts = hosts.map(({ host }) => host)
  return createImageFetcher({
    guard: createAddressGuard({ deniedCidrs: ['34.118.224.0/20'], allowedHosts }),
    resolve,
    limits,
  })
}

export async function fetchFrom(
  hosts: ImageHost | ImageHost[],
  url: string,
  resolve?: Resolve,
): Promise<Buffer> {
  await using fetcher = fetcherFor([hosts].flat(), resolve)
  return await fetcher.fetch(url)
}

/** Outcome, reason and detail of a fetch that does not succeed; empty where it does. */
export async function failure(
  hosts: ImageHost | ImageHost[],
  url: string,
  resolve?: Resolve,
): Promise<string[]> {
  try {
    await fetchFrom(hosts, url, resolve)
    return []
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return [error.outcome, error.reason, error.detail]
  }
}
