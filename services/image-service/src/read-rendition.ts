import { renditionKey, ServiceError } from '@catalog/contracts'
import type { RenditionName } from '@catalog/contracts'
import type { ObjectStore } from './object-store/object-store.ts'

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

/** Answers `image.read-rendition`: `image_not_found` where the storefront has no such rendition. */
export async function readRendition(
  { store }: { store: ObjectStore },
  { storefront_id, image_id, rendition }: RenditionRequest,
): Promise<RenditionStream> {
  const stored = await store.get(renditionKey(storefront_id, image_id, rendition))
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
