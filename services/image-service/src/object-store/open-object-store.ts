import { openFilesystemStore } from './filesystem.ts'
import type { ObjectStore } from './object-store.ts'

export interface ObjectStoreSettings {
  CATALOG_OBJECTSTORE_KIND: 'filesystem' | 'gcs'
  CATALOG_OBJECTSTORE_BUCKET: string
  CATALOG_OBJECTSTORE_ENDPOINT?: string | undefined
}

export async function openObjectStore(settings: ObjectStoreSettings): Promise<ObjectStore> {
  const bucket = settings.CATALOG_OBJECTSTORE_BUCKET
  if (settings.CATALOG_OBJECTSTORE_KIND === 'filesystem') return await openFilesystemStore(bucket)
  // Google's client takes memory and time to load: only if it is used.
  const { openGcsStore } = await import('./gcs.ts')
  return openGcsStore({ bucket, endpoint: settings.CATALOG_OBJECTSTORE_ENDPOINT })
}
