import { createAddressGuard } from '@catalog/address-guard'
import { createImageFetcher } from '../fetch/fetch-image.ts'
import type { FetchLimits, ImageFetcher } from '../fetch/fetch-image.ts'
import type { Resolve } from '../fetch/resolve.ts'
import type { ImageHost } from './image-host.ts'

/** Limits that do not expire on a busy machine before Jest ends the test. A test that waits for a limit shortens it. */
export const limits: FetchLimits = {
  connectMs: 60_000,
  headersMs: 60_000,
  idleMs: 60_000,
  totalMs: 60_000,
  maxBytes: 1024 * 1024,
}

/** For URLs without a name to resolve. */
const noResolve: Resolve = () => Promise.reject(new Error('no name should be resolved'))

interface Differences {
  resolve?: Resolve
  limits?: Partial<FetchLimits>
}

/** A fetcher that may reach these hosts on this machine, as exceptions of the guard. */
export function fetcherFor(
  hosts: ImageHost[],
  { resolve = noResolve, limits: others }: Differences = {},
): ImageFetcher {
  const allowedHosts = hosts.map(({ host }) => host)
  return createImageFetcher({
    guard: createAddressGuard({ deniedCidrs: ['34.118.224.0/20'], allowedHosts }),
    resolve,
    limits: { ...limits, ...others },
  })
}

export async function fetchFrom(
  hosts: ImageHost | ImageHost[],
  url: string,
  differences?: Differences,
): Promise<Buffer> {
  await using fetcher = fetcherFor([hosts].flat(), differences)
  return await fetcher.fetch(url)
}
