import { renditionFolder } from '@catalog/contracts'
import type { ObjectStore } from './object-store.ts'
import { whenAvailable } from './when-available.ts'

/** Deletions per request; each is a call to Cloud Storage. */
const objectsAtOnce = 500

/**
 * Answers `image.erase-objects`: deletes some of the storefront's objects and returns how many; 0 if none are left.
 * @throws ServiceError `unavailable`, if the object store does not answer; what was deleted until then stays deleted
 */
export async function eraseObjects(
  { store }: { store: Pick<ObjectStore, 'deleteBelow'> },
  { storefront_id }: { storefront_id: string },
): Promise<{ deleted: number }> {
  return await whenAvailable('Try again shortly: the object store does not answer.', async () => ({
    deleted: await store.deleteBelow(renditionFolder(storefront_id), objectsAtOnce),
  }))
}
