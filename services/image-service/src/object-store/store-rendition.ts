import { renditionKey, ServiceError } from '@catalog/contracts'
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
  const bytes = await readAll(body)
  if (sniffFormat(bytes) !== 'webp') throw new ServiceError('invalid_request', 'This is not a rendition.')
  const key = renditionKey(storefront_id, image_id, rendition)
  await whenAvailable('Try again shortly: the object store does not take it.', () => store.put(key, bytes))
  return {}
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxRenditionBytes) throw new ServiceError('invalid_request', 'This is not a rendition.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
