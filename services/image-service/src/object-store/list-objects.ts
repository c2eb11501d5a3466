import { renditionFolder, renditionsFolder } from '@catalog/contracts'
import type { ObjectStore } from './object-store.ts'
import { whenAvailable } from './when-available.ts'

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
  const folder = storefront_id === undefined ? renditionsFolder : renditionFolder(storefront_id)
  return await whenAvailable('Try again shortly: the object store does not answer.', async () => ({
    keys: await store.listBelow(folder, after, objectsAtOnce),
  }))
}
