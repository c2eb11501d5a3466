import { renditionFolder, renditionsFolder, ServiceError } from '@catalog/contracts'
import type { ObjectStore } from './object-store.ts'

/** Keys per answer, about 50 kB: one call to Cloud Storage. */
const objectsAtOnce = 1_000

/**
 * Answers `image.list-objects`.
 * @throws ServiceError `unavailable`, if the object store does not answer
 */
export async function listObjects(
  { store }: { store: Pick<ObjectStore, 'listBelow'> },
  { storefront_id, after }: { storefront_id?: string | undefined; after: string },
): Promise<{ keys: string[] }> {
  try {
    const folder = storefront_id === undefined ? renditionsFolder : renditionFolder(storefront_id)
    return { keys: await store.listBelow(folder, after, objectsAtOnce) }
  } catch (cause) {
    throw new ServiceError('unavailable', 'Try again shortly: the object store does not answer.', {
      cause,
      retryAfterS: 5,
    })
  }
}
