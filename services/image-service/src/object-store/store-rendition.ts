import { renditionKey, ServiceError } from '@catalog/contracts'
import { readBounded } from '../read-bounded.ts'
import { sniffFormat } from '../render/sniff-format.ts'
import type { ObjectStore } from './object-store.ts'
import type { RenditionRequest } from './read-rendition.ts'
import { whenAvailable } from './when-available.ts'

/** Far more than the largest rendition, which has 2,048 pixels per side. */
const maxRenditionBytes = 32 * 1024 * 1024

/**
 * Answers `image.store-rendition`: stores a rendition that another installation has made.
 * @throws ServiceError invalid_request if it is not a rendition or is too large, unavailable if the object store fails
 */
export async function storeRendition(
  { store }: { store: Pick<ObjectStore, 'put'> },
  { storefront_id, image_id, rendition }: RenditionRequest,
  body: AsyncIterable<Uint8Array>,
): Promise<Record<string, never>> {
  const bytes = await readBounded(body, maxRenditionBytes, noRendition)
  if (sniffFormat(bytes) !== 'webp') throw noRendition()
  const key = renditionKey(storefront_id, image_id, rendition)
  await whenAvailable('Try again shortly: the object store does not take it.', () => store.put(key, bytes))
  return {}
}

function noRendition(): ServiceError {
  return new ServiceError('invalid_request', 'This is not a rendition.')
}
