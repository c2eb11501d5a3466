import { renditionFolder, ServiceError } from '@catalog/contracts'
import type { ObjectStore } from './object-store.ts'

/** Of one request; a call to Cloud Storage for each. */
const objectsAtOnce = 500

/**
 * Answers `image.erase-objects`: deletes some of the storefront's objects, and says how many; none where there is none.
 * `unavailable` where the object store gives no answer; what it deleted until then stays deleted.
 */
export async function eraseObjects(
  { store }: { store: Pick<ObjectStore, 'deleteBelow'> },
  { storefront_id }: { storefront_id: string },
): Promise<{ deleted: number }> {
  try {
    return { deleted: await store.deleteBelow(renditionFolder(storefront_id), objectsAtOnce) }
  } catch (cause) {
    throw new ServiceError('unavailable', 'Try again shortly: the object store does not answer.', {
      cause,
      retryAfterS: 5,
    })
  }
}
