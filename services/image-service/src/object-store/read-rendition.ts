import { renditionKey, ServiceError } from '@catalog/contracts'
import type { RenditionName } from '@catalog/contracts'
import type { ObjectStore } from './object-store.ts'
import { whenAvailable } from './when-available.ts'

export interface RenditionRequest {
  storefront_id: string
  image_id: string
  rendition: RenditionName
}

export interface RenditionStream {
  head: {
    content_length: number
    /** Quoted. */
    etag: string
    /** An HTTP date. */
    last_modified: string
  }
  body: AsyncIterable<Uint8Array>
}

/**
 * Answers `image.read-rendition`.
 * @throws ServiceError `image_not_found`, if the storefront has no such rendition; `unavailable`, if the object store
 * does not answer
 */
export async function readRendition(
  { store }: { store: Pick<ObjectStore, 'get'> },
  { storefront_id, image_id, rendition }: RenditionRequest,
): Promise<RenditionStream> {
  const key = renditionKey(storefront_id, image_id, rendition)
  const stored = await whenAvailable('Try again shortly: the image cannot be read at the moment.', () =>
    store.get(key),
  )
  if (stored === null)
    throw new ServiceError('image_not_found', 'There is no such image, or it is not ready yet.')
  return {
    head: {
      content_length: stored.contentLength,
      etag: stored.etag,
      last_modified: stored.lastModified.toUTCString(),
    },
    body: stored.body,
  }
}
