import assert from 'node:assert/strict'
import type { Case } from '../case.ts'
import { walkThrough } from '../journey.ts'

export const objectStores: Case = {
  name: 'both kinds of object store, by values',
  run: async (lab) => {
    const { installation, objectsInBucket } = lab
    await installation.upgrade(
      'objectStore.kind=filesystem',
      'objectStore.bucket=/var/lib/catalog/objects',
      'objectStore.endpoint=',
      'objectStore.region=',
      'objectStore.filesystem.volume=emptyDir',
      'services.image-service.replicas=1',
    )
    await installation.settle()
    await walkThrough(lab, 'files')
    assert.equal(await objectsInBucket('files'), 0)
    await installation.upgrade()
    await installation.settle()
    await walkThrough(lab, 'bucket')
    assert.ok((await objectsInBucket('bucket')) > 0, 'renditions are in the bucket')
    return 'filesystem on an emptyDir, and back to the bucket'
  },
}
