import { queryOptions } from '@tanstack/react-query'
import { basePath } from '../installation.ts'
import { send } from './client.ts'
import { ApiError } from './problem.ts'
import { retryDelayMs } from './query-client.ts'

/**
 * A rendition of an image. It stays in memory while it is displayed and for some minutes more.
 */
export const pictureQuery = (imageId: string, rendition: string) =>
  queryOptions({
    queryKey: ['pictures', imageId, rendition],
    queryFn: ({ signal }) => fetchPicture(`/api/products/images/${imageId}/${rendition}`, signal),
    // It may be fetched again from its address.
    staleTime: 60_000,
    // A page full of pictures can exceed a storefront's requests per minute: those wait as long as the API says.
    retryDelay: (failures, error) =>
      retryDelayMs(failures, error instanceof ApiError ? error.retryAfterS : null, 60),
  })

const maxInFlight = 4
const waiting: (() => void)[] = []
let inFlight = 0

async function fetchPicture(path: string, signal: AbortSignal): Promise<Blob> {
  if (inFlight >= maxInFlight) await new Promise<void>((resolve) => waiting.push(resolve))
  else inFlight += 1
  try {
    const response = await send(new Request(basePath + path, { signal }))
    return await response.blob()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else inFlight -= 1
  }
}
