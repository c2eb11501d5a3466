import { openFilesystemStore } from './filesystem.ts'
import type { ObjectStore } from './object-store.ts'

export interface ObjectStoreSettings {
  CATALOG_OBJECTSTORE_KIND: 'filesystem' | 'gcs' | 's3'
  CATALOG_OBJECTSTORE_BUCKET: string
  CATALOG_OBJECTSTORE_REGION?: string | undefined
  CATALOG_OBJECTSTORE_ENDPOINT?: string | undefined
}

export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const { CATALOG_OBJECTSTORE_KIND: kind, CATALOG_OBJECTSTORE_BUCKET: bucket } = settings
  const { CATALOG_OBJECTSTORE_REGION: region = 'us-east-1', CATALOG_OBJECTSTORE_ENDPOINT: endpoint } =
    settings
  if (kind === 'filesystem') return await openFilesystemStore(bucket)
  // The clients of Google and Amazon take memory and time to load: only the one that is used.
  if (kind === 'gcs') {
    const { openGcsStore } = await import('./gcs.ts')
    return openGcsStore({ bucket, endpoint })
  }
  const { openS3Store } = await import('./s3.ts')
  return openS3Store({ bucket, region, endpoint })
}
